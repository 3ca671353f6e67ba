"""Texts for the tokenizer tests: composed sentences, random Unicode, and cases that are easy to get wrong."""
import random

ENGLISH = {
    "subject": ["the Old harbour", "my neighbour's dog", "Dr. Novak", "a café owner", "the U.S. team", "nobody", "Zoë", "the committee",
                "Señor Ibáñez", "their 3rd attempt", "the naïve robot", "an e-mail"],
    "verb": ["wasn't seen near", "re-painted", "couldn't find", "loves", "has overlooked", "ended up selling", "wrote about", "mistrusts"],
    "object": ["the lighthouse", "$3,499.50 worth of tin", "half-hearted façades", "100% of it", "the weather-vane", "C++ and C#", "two (2) tickets",
               "Ångström units", "\"quotes\"", "some 'other' ones", "a résumé", "www.example.org/path?x=1&y=2", "an #unusual @handle"],
    "end": [".", "!", "?", "...", " ;-)", " — twice.", "…", " [sic].", "", " , again .", "\t!", "  "],
}
FOREIGN = [
    "Der Fluß überquert größere Äcker; Straßen GROẞ und klein.", "L'été dernier, où étiez-vous ? Ça va bien, merci.",
    "Jöhånn čeká na řeku Ďábel, žluťoučký kůň.", "İstanbul'da ılık bir ığdır akşamı; IŞIK ve ışık.", "ΣΊΣΥΦΟΣ και σίσυφος στην Αθήνα, ΟΔΟΣ.",
    "Ёжик в тумане нашёл йогурт и ЩУКУ.", "सर्दी की सुबह में क़िताबें पढ़ना।", "日本語の文章とｶﾀｶﾅ、ひらがな。", "我在1999年去过北京，吃了饺子！", "한국어 문장은 띄어쓰기가 있어요. 각 갂 힣",
    "ภาษาไทยไม่มีช่องว่าง น้ำใจ", "שָׁלוֹם עֲלֵיכֶם, עולם", "السَّلامُ عَلَيْكُم يا صديقي ١٢٣", "Tiếng Việt: Nguyễn Huệ ở đâu?", "ქართული ენა და ᲥᲐᲠᲗᲣᲚᲘ",
    "ᏣᎳᎩ ꮳꮃꭹ", "አማርኛ ቋንቋ።", "தமிழ் மொழி", "Ǆ ǅ ǆ ǈ ǋ ﬁ ﬂ ﬃ ㎏ ℡ ™ ½ ²", "ÅÅ Å Å ΐ ΰ ᾳ ᾼ ῼ ẞ",
    "👨‍👩‍👧‍👦 family 🏳️‍🌈 flag 👍🏽 thumbs 🇩🇪", "e\u0301te\u0301 vs été; a\u0323\u0302 a\u0302\u0323 ậ", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟙𝟚𝟛 𐐀𐐨 𞤀𞤢", "№5 ¿qué? ¡sí! «guillemets» „Gänsefüßchen“ ‚x‘",
]
PATHOLOGICAL = [
    "", " ", "\t\n\r", "\u0000", "a\u0000b", "\ufffd", "a\ufffdb", "\u0085", "a\u0085b", "a\u2028b\u2029c", "a\u00a0b", "a\u200bb", "a\u200db\u200cc", "\ufeffbom", "soft\u00adhyphen",
    "a\u001cb\u001db\u001eb\u001fc", "a\u000bb\u000cc", "a\u007fb", "\u061c\u200e\u200f\u202a\u202e", "\ue000 private \uf8ff", "\U000e0001tag\U000e0041", "\u0600\u0890\u08e2\U000110cd\U00013430",
    "a\u3000b", "a\u180eb", "a\u1680b", "a\u2000b\u2009c\u202fd\u205fe", "\u0378unassigned\U000e0fff", "\u2fff\u3400\u4db5\u4db6\u4dbf\u4dc0\u4dff\u4e00\u9fa5\u9fff\ua000",
    "\U00020000\U0002a6df\U0002a6e0\U0002a700\U0002b73f\U0002b740\U0002b81f\U0002b820\U0002b91f\U0002b920\U0002ceaf\U0002ceb0\U0002f800\U0002fa1f", "\uf900\ufaff\ufb00", "x中y", "中\u0301x", "\u0301", "\u0301\u0301",
    "a\u302e\u0301b", "q\u0307\u0323 q\u0323\u0307", "\U0001d15e\U0001d165\U0001d16d", "\u0f71\u0f72\u0f74 \u0f73", "\u302a\u302e\u302f가", "\u1100\u1161\u11a8 각 \uac00\uac01\ud7a3", "İ I ı i̇", "ΑΣ ΑΣΑ Σ", "\ua64a\u1c88 \u1c89\u1c8a",
    "[CLS]", "[SEP]", "[sep]", "[ SEP ]", "[PAD][MASK][UNK]", "x[SEP]y", "[[SEP]]", "[SEP", "SEP]", "a [MASK] b", "##a ##", "[UNK] unk", "a\u0301" * 55, "e\u0301" * 100, "e\u0301" * 101, "e" * 99, "e" * 100, "e" * 101, "é" * 100, "é" * 101,
    "가" * 33, "가" * 34, "가" * 50, "가" * 51, "İ" * 50, "İ" * 51, "İ" * 100, "ab" * 500, "a" * 100 + "-" + "b" * 101, "-" * 200, "中" * 150, "\U0001f600" * 100, "\U0001f600" * 101, "x" + "\u0300" * 300, "a\u200b" * 101,
    "MixedCASE lowerUPPER", "don't can't it's", "1,234.56 3.14e-10", "~!@#$%^&*()_+`-={}|[]\\:\";'<>?,./", "¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿×÷", "\u2e2f\u2e42\u2e43\u2e4f\u2e5d \u1b7d\u1b7f \U00011fff \U00010f86", "\u00b7\u0387\u055a\u0589\u05be",
    "tab\tsep\nline\r\nend\r", "  lead and trail  ", "foo<x>bar <x> <x>", "Foo foo FOO xfoo foox Fóo", "left  <l>  right", "a <r>   b", "one<w>two <w> _<w> <w>é é<w> <w>.", "\u0301<w>", "<l><l> <r> <r>", "<x><l> <x>",
]


def english(rng):
    text = " ".join(rng.choice(ENGLISH[part]) for part in ("subject", "verb", "object")) + rng.choice(ENGLISH["end"])
    if rng.random() < 0.3:
        text += " " + " ".join(rng.choice(ENGLISH[part]) for part in ("subject", "verb", "object"))
    return text.upper() if rng.random() < 0.1 else text


BLOCKS = ((0, 0x80), (0x80, 0x250), (0x250, 0x700), (0x700, 0x1100), (0x1100, 0x1200), (0x1200, 0x2000), (0x2000, 0x2C00), (0x2C00, 0x3400), (0x3400, 0xA000), (0xA000, 0xAC00),
          (0xAC00, 0xD800), (0xE000, 0x10000), (0x10000, 0x12000), (0x12000, 0x1D000), (0x1D000, 0x20000), (0x20000, 0x32000), (0xE0000, 0xE0200), (0x32000, 0x110000))


def random_code(rng):
    first, last = rng.choice(BLOCKS)
    return rng.randrange(first, last)


def random_text(rng, longest=18):
    """Code points of all planes among letters, blanks and combining marks."""
    parts = []
    for _ in range(rng.randrange(1, longest)):
        kind = rng.random()
        if kind < 0.55:
            parts.append(chr(random_code(rng)))
        elif kind < 0.7:
            parts.append(rng.choice("aeinst AEO"))
        elif kind < 0.8:
            parts.append(chr(rng.choice((0x300, 0x301, 0x323, 0x327, 0x302E, 0x5B0, 0x64B, 0x94D, 0xE38, 0x1D165, 0x16FF0, 0x345, 0x334))))
        elif kind < 0.9:
            parts.append(" ")
        else:
            parts.append(rng.choice(("[SEP]", "[MASK]", "foo", "<x>", "<l>", "<r>", "<w>", ".", "-")))
    return "".join(parts)


def small_set(seed=1):
    """At least 2,000 texts."""
    rng = random.Random(seed)
    texts = PATHOLOGICAL + FOREIGN + [rng.choice(FOREIGN) + " " + rng.choice(FOREIGN) for _ in range(60)]
    texts += [english(rng) for _ in range(800)]
    texts += [random_text(rng) for _ in range(1200)]
    return list(dict.fromkeys(texts))
