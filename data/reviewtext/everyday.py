"""Domains of everyday life: gadgets, software, trains, courses, shops."""
from .domains import domain

GADGETS = domain(
    "gadget", "phone, headset, camera, vacuum cleaner, coffee machine, keyboard, e-bike, smartwatch",
    """battery | durable, long-lived, dependable, strong | weak, short-lived, faulty, hopeless
    screen | bright, crisp, sturdy, gorgeous | dim, scratched, flickering, fragile
    manual | clear, helpful, concise, friendly | cryptic, useless, incomplete, confusing
    +buttons | precise, well placed, solid, responsive | loose, sticky, misplaced, stiff
    housing | robust, elegant, light, well made | flimsy, bulky, ugly, wobbly
    noise level | low, pleasant, modest, agreeable | maddening, excessive, painful, annoying
    price | fair, reasonable, attractive, modest | outrageous, absurd, inflated, steep
    setup | painless, quick, simple, intuitive | fiddly, tedious, baffling, frustrating""",
    """it still works after {n} years of daily use
    it survived a fall from the balcony
    my grandmother uses it without any help
    I ordered a second one for my parents
    it paid for itself within {n} months""",
    """it died after {n} days
    the screen cracked in my pocket
    smoke came out of it
    I sent it back twice
    the charger melted in the first week""",
    """it weighs {n} grams
    it comes in black and white
    the parcel arrived on a Friday
    there is a cable in the box
    it is made in Brno
    the warranty lasts for two years""")

SOFTWARE = domain(
    "program", "app, editor, game, website, spreadsheet, backup tool, navigation app",
    """interface | tidy, intuitive, elegant, clear | cluttered, confusing, ugly, dated
    search | fast, accurate, clever, reliable | slow, broken, erratic, useless
    +updates | smooth, frequent, careful, welcome | disruptive, buggy, pointless, risky
    support | prompt, competent, friendly, patient | unhelpful, slow, dismissive, absent
    documentation | thorough, readable, up to date, excellent | outdated, sparse, misleading, chaotic
    startup | instant, quick, silent, painless | glacial, unstable, painful, sluggish
    licence model | fair, simple, generous, transparent | greedy, confusing, dishonest, restrictive
    export | flawless, complete, handy, dependable | faulty, clumsy, incomplete, unreliable""",
    """it saved me {n} hours a week
    it rescued a file I had believed lost
    our whole team switched within a month
    they mended the bug that I reported within a day
    I have not touched its rivals since""",
    """it deleted {n} of my files
    it crashed in the middle of my talk
    I uninstalled it after an hour
    it logged me out every ten minutes
    nobody ever answered my {n} mails""",
    """it needs {n} megabytes
    the new version came out in autumn
    it runs on three systems
    there is a dark theme
    one can sign in with a mail address
    the icon is a blue fish""")

TRAINS = domain(
    "journey", "train ride, ferry crossing, bus trip, night train, flight, tram ride, journey",
    """carriage | clean, quiet, modern, airy | filthy, overcrowded, shabby, stifling
    conductor | polite, helpful, humorous, calm | rude, unhelpful, sullen, overwhelmed
    connection | punctual, reliable, seamless, convenient | late, chaotic, missed, hopeless
    +seats | comfortable, spacious, soft, clean | broken, narrow, sticky, worn out
    ticket machine | simple, fast, clear, handy | broken, slow, baffling, stubborn
    dining car | pleasant, well stocked, cosy, inviting | closed, overpriced, dirty, empty
    timetable | dense, sensible, dependable, clear | unreliable, thin, misleading, absurd
    +announcements | clear, timely, friendly, useful | garbled, shrill, endless, useless""",
    """we arrived {n} minutes early
    the crew carried my suitcase up the stairs
    they held the connection for us
    I got a full refund within two days
    I arrived rested and in a good mood""",
    """we stood in a field for {n} hours
    our bags went to another town
    the heating failed in January
    we missed the last ferry because of it
    I stood all the way from Genève to Lyon""",
    """it takes {n} minutes
    the platform lies underground
    we changed in Linz
    it runs every two hours
    I had booked seat {n}
    the line was built in 1911""")

COURSES = domain(
    "course", "course, language class, workshop, lecture, dance class, cooking class, summer school",
    """teacher | inspiring, patient, funny, competent | bored, disorganised, impatient, arrogant
    material | well chosen, lively, up to date, helpful | outdated, dry, confusing, careless
    +exercises | useful, varied, challenging, entertaining | pointless, repetitive, unclear, dull
    atmosphere | friendly, relaxed, warm, encouraging | tense, cold, gloomy, competitive
    group | motivated, cheerful, small, supportive | far too large, noisy, listless, hostile
    certificate | valuable, respected, useful, official | worthless, ridiculous, useless, late
    pace | sensible, brisk, comfortable, well judged | exhausting, slow, erratic, hectic""",
    """I passed the exam without trouble
    I signed up for the next level at once
    after {n} lessons I could follow the news
    we still meet every month""",
    """I learned nothing in {n} lessons
    the last {n} dates were cancelled
    most of us dropped out before Easter
    they kept the fee and sent no answer""",
    """it meets on Mondays
    there were {n} of us
    the room is on the third floor
    one needs a notebook and a pencil
    it costs {n} euros
    the first lesson was in Spanish""")

SHOPS = domain(
    "shop", "shop, online shop, market stall, garage, hairdresser, garden centre, bike shop",
    """delivery | fast, careful, punctual, free | late, careless, expensive, chaotic
    advice | honest, expert, useful, friendly | misleading, pushy, wrong, careless
    choice | huge, exciting, well sorted, rich | poor, boring, random, meagre
    +prices | fair, modest, clear, low | shameless, hidden, absurd, high
    owner | warm, generous, knowledgeable, honest | grumpy, greedy, dishonest, rude
    repair | tidy, quick, lasting, professional | botched, slow, costly, sloppy
    packaging | neat, sturdy, thoughtful, sparing | torn, wasteful, flimsy, soaked
    queue | short, orderly, brief, painless | endless, chaotic, hopeless, maddening""",
    """they mended it on the spot and wanted no money
    the parcel was here the next morning
    they took it back without a question
    I have been a customer for {n} years""",
    """the parcel never arrived
    they sent the wrong size {n} times
    they refused to give my money back
    it fell apart on the way home""",
    """it is closed on Wednesdays
    it lies between the bank and the church
    they moved there in 2014
    there are {n} branches
    one can pay by card
    the sign above the door is red""")

EVERYDAY = (GADGETS, SOFTWARE, TRAINS, COURSES, SHOPS)
