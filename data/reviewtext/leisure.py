"""Domains of leisure: films, books, restaurants, hotels, concerts."""
from .domains import domain

FILMS = domain(
    "film", "film, thriller, comedy, documentary, sequel, western, series",
    """acting | subtle, convincing, honest, moving | wooden, lifeless, hollow, stiff
    plot | gripping, clever, surprising, well built | predictable, muddled, thin, full of holes
    +dialogues | witty, natural, sharp, warm | clumsy, stilted, endless, flat
    soundtrack | haunting, fresh, beautiful, fitting | intrusive, loud, cheap, shrill
    photography | breathtaking, rich, elegant, luminous | murky, dull, shaky, grey
    ending | satisfying, brave, touching, earned | rushed, silly, forced, disappointing
    pace | brisk, well judged, relaxed, lively | sluggish, uneven, hectic, tiring
    +characters | believable, likeable, complex, vivid | shallow, irritating, interchangeable, bland""",
    """the whole room applauded when the lights came on
    I forgot the time completely
    I laughed until my ribs hurt
    we talked about it all the way home
    I bought tickets for a second showing the next day""",
    """half of the audience left before the end
    I fell asleep after {n} minutes
    I looked at my watch every five minutes
    we walked out during the second act
    I wanted my money back before the interval""",
    """it runs for {n} minutes
    it was shot in Lisbon and Kraków
    I saw it on a Tuesday evening
    the director also wrote the script
    there are subtitles in {n} languages
    the story starts in 1987 and ends in the present""")

BOOKS = domain(
    "book", "novel, book, biography, story collection, crime novel, essay, graphic novel",
    """style | graceful, precise, musical, crisp | pompous, wordy, lazy, tangled
    opening chapter | gripping, funny, promising, strong | tedious, confusing, slow, weak
    heroine | brave, memorable, charming, believable | whiny, dull, flat, unbearable
    +descriptions | vivid, tender, exact, evocative | tiresome, pale, repetitive, overlong
    structure | elegant, clear, ingenious, balanced | chaotic, careless, lopsided, confusing
    translation | fluent, careful, lively, faithful | awkward, sloppy, stiff, full of errors
    last third | thrilling, moving, rewarding, masterly | boring, contrived, hasty, hopeless
    +illustrations | lovely, detailed, playful, inspired | crude, blurry, pointless, ugly""",
    """I read it in a single night
    I gave copies to {n} friends
    I missed my stop because of it
    it still sits on my bedside table
    I started again as soon as I had finished""",
    """I gave up on page {n}
    I skipped whole chapters
    I left it on a park bench on purpose
    it took me {n} weeks to get through the first part
    I used it to prop up a table""",
    """it has {n} pages
    the author lives in Málaga
    it is the second part of a trilogy
    the cover is green
    it was first printed in 1996
    every chapter begins with a letter""")

RESTAURANTS = domain(
    "restaurant", "restaurant, café, bistro, pizzeria, noodle bar, bakery, tavern",
    """soup | fragrant, hearty, delicate, delicious | watery, salty, lukewarm, tasteless
    service | attentive, cheerful, quick, discreet | rude, slow, careless, chaotic
    bread | crusty, fresh, fluffy, excellent | stale, dry, rubbery, burnt
    crème brûlée | silky, divine, light, perfect | lumpy, heavy, burnt, sickly
    +waiters | charming, patient, helpful, friendly | grumpy, distracted, arrogant, impatient
    wine list | thoughtful, varied, fair, inspired | overpriced, meagre, boring, pretentious
    +portions | generous, ample, well sized, honest | tiny, stingy, ridiculous, mean
    dining room | cosy, bright, quiet, inviting | noisy, cramped, draughty, gloomy
    fish | tender, fresh, juicy, superb | overcooked, bony, greasy, bland""",
    """we ordered a second dessert
    the cook came out to chat with us
    my children emptied their plates without a word
    we stayed until they closed the doors
    I booked a table for next month before we left""",
    """we waited {n} minutes for the menu
    I found a hair in my salad
    they charged us for {n} dishes we had never ordered
    I felt ill for two days afterwards
    we left hungry and bought chips at the station""",
    """it lies next to the old post office
    there are {n} tables
    it opens at 6 in the evening
    we went there with the children
    the menu changes every week
    they also serve jalapeño pancakes""")

HOTELS = domain(
    "hotel", "hotel, guest house, hostel, apartment, lodge, inn",
    """bed | comfortable, firm, enormous, soft | lumpy, narrow, creaky, hard as stone
    breakfast | plentiful, varied, fresh, delightful | meagre, stale, joyless, cold
    +staff | welcoming, polite, resourceful, kind | unfriendly, indifferent, rude, clueless
    bathroom | spotless, modern, spacious, gleaming | mouldy, filthy, tiny, smelly
    view | stunning, peaceful, wide, glorious | depressing, bleak, blocked, dreary
    location | ideal, central, quiet, handy | remote, noisy, inconvenient, grim
    air conditioning | silent, effective, pleasant, reliable | deafening, broken, useless, icy
    +rooms | airy, stylish, clean, bright | shabby, stuffy, dark, damp""",
    """they moved us to a bigger room for free
    I slept like a stone for {n} nights
    they sent my forgotten scarf home by post
    we added two more nights to our stay
    the receptionist remembered our names after a year""",
    """we found bugs under the pillow
    the water stayed cold for {n} days
    they had lost our booking and blamed us
    somebody drilled into the wall at 7 in the morning
    we moved out after one night""",
    """it has {n} rooms on four floors
    we stayed there in March
    the beach is {n} minutes away on foot
    there is a lift
    the key is a plastic card
    checkout is at 11""")

CONCERTS = domain(
    "concert", "concert, festival, opera evening, recital, musical, gig",
    """singer | radiant, passionate, precise, magnetic | hoarse, bored, out of tune, tired
    sound | crystal clear, warm, full, balanced | muffled, deafening, thin, distorted
    orchestra | brilliant, spirited, flawless, sensitive | sluggish, sloppy, uninspired, timid
    choice of songs | daring, generous, varied, exquisite | lazy, monotonous, odd, stale
    stage design | imaginative, dazzling, tasteful, poetic | shabby, gaudy, distracting, cheap
    +seats | comfortable, roomy, well placed, decent | hard, wobbly, cramped, awful
    organisation | smooth, flawless, calm, professional | chaotic, hopeless, amateurish, shambolic""",
    """the crowd demanded {n} encores
    I had tears in my eyes during the last song
    strangers were dancing in the aisles
    I hummed the melodies for weeks""",
    """the show began {n} minutes late without a word of excuse
    the microphone failed again and again
    people booed before the interval
    we could not see the stage at all""",
    """it took place in an old factory
    the hall holds {n} people
    the second half started at 9
    the ticket included the tram ride
    the conductor comes from Zürich""")

LEISURE = (FILMS, BOOKS, RESTAURANTS, HOTELS, CONCERTS)
