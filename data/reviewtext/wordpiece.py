"""A WordPiece vocabulary from text: characters first, then the most frequent joined pairs of pieces."""
import collections
import string
import unicodedata

SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
LETTERS = string.ascii_lowercase + string.digits


def words(text):
    """Lower-cased words without accents, punctuation apart: what BERT's normaliser makes of these texts."""
    text = unicodedata.normalize("NFD", text.lower())
    text = "".join(char for char in text if unicodedata.category(char) != "Mn")
    for char in string.punctuation:
        text = text.replace(char, f" {char} ")
    return text.split()


def pieces_of(word):
    return [word[0]] + ["##" + char for char in word[1:]]


def joined(left, right):
    return left + right.removeprefix("##")


def most_frequent_pair(split, counts):
    pairs = collections.Counter()
    for word, pieces in split.items():
        for pair in zip(pieces, pieces[1:]):
            pairs[pair] += counts[word]
    return max(pairs.items(), key=lambda item: (item[1], item[0]))[0] if pairs else None


def merge(pieces, pair):
    merged, index = [], 0
    while index < len(pieces):
        if tuple(pieces[index:index + 2]) == pair:
            merged.append(joined(*pair))
            index += 2
        else:
            merged.append(pieces[index])
            index += 1
    return merged


def build(texts, size):
    """Special tokens, ASCII characters, ##letters and ##digits, then joined pieces, up to `size` entries."""
    counts = collections.Counter(word for text in texts for word in words(text))
    vocabulary = list(SPECIALS) + list(string.punctuation) + list(LETTERS) + ["##" + char for char in LETTERS]
    known, split = set(vocabulary), {word: pieces_of(word) for word in counts}
    while len(vocabulary) < size:
        pair = most_frequent_pair(split, counts)
        if pair is None:
            break
        piece = joined(*pair)
        if piece not in known:
            known.add(piece)
            vocabulary.append(piece)
        for word, pieces in split.items():
            if pair[0] in pieces:
                split[word] = merge(pieces, pair)
    return vocabulary
