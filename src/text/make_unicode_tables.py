#!/usr/bin/env python3
"""Writes unicode_differences.inc: where the reference's view of a code point differs from what unicode.cpp takes from utf8proc.

The reference (the Rust `tokenizers` library) mixes Unicode tables of several ages. Every code point is shown to its
normalisers and pre-tokenizer, and what they do is compared with the rules of unicode.cpp, which base_flags() and the three
functions after it repeat here. Code points that the utf8proc of the table's making does not know are listed as well, so that
a later utf8proc changes nothing.

Usage: make_unicode_tables.py [OUTPUT] [--blocks BLOCKS]   (needs the packages tokenizers and the library utf8proc)
BLOCKS receives one hash a block of 4096 code points of the reference's results: what the unit test compares with.
"""
import argparse
import ctypes
import ctypes.util
import pathlib

import tokenizers
from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers

LAST = 0x10FFFF
REMOVED, SPACE, PUNCTUATION, CJK, MARK, WORD = (1 << bit for bit in range(6))
CJK_RANGES = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
              (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))
CATEGORIES = ("Cn Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co").split()


class Utf8proc:
    """The calls of utf8proc that unicode.cpp makes."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("utf8proc"))
        self.library.utf8proc_unicode_version.restype = ctypes.c_char_p
        self.library.utf8proc_get_property.restype = ctypes.POINTER(ctypes.c_uint16)
        self.version = self.library.utf8proc_unicode_version().decode()
        self.buffer, self.bound = (ctypes.c_int32 * 32)(), ctypes.c_int(0)

    def category(self, code):
        return CATEGORIES[self.library.utf8proc_category(code)]

    def combining_class(self, code):
        return self.library.utf8proc_get_property(code)[1]

    def lower(self, code):
        return (self.library.utf8proc_tolower(code),)

    def decomposed(self, code):
        decompose = 1 << 4
        count = self.library.utf8proc_decompose_char(code, self.buffer, 32, decompose, ctypes.byref(self.bound))
        return tuple(self.buffer[:count])


def base_flags(code, category):
    flags = 0
    if (category in ("Cc", "Cf", "Co") and code not in (9, 10, 13)) or code in (0, 0xFFFD):
        flags |= REMOVED
    if category in ("Zs", "Zl", "Zp") or 9 <= code <= 13 or code == 0x85:
        flags |= SPACE
    if category[0] == "P" or (33 <= code < 127 and category[0] == "S"):
        flags |= PUNCTUATION
    if any(first <= code <= last for first, last in CJK_RANGES):
        flags |= CJK
    if category == "Mn":
        flags |= MARK
    if category[0] in "LM" or category in ("Nd", "Nl", "Pc") or code in (0x200C, 0x200D):
        flags |= WORD
    return flags


def bert(**on):
    names = ("clean_text", "handle_chinese_chars", "strip_accents", "lowercase")
    return normalizers.BertNormalizer(**{name: on.get(name, False) for name in names})


class Reference:
    """What the reference does with a code point, found by asking it."""

    def __init__(self):
        self.clean, self.chinese = bert(clean_text=True), bert(handle_chinese_chars=True)
        self.strip, self.lowercase = bert(strip_accents=True), bert(lowercase=True)
        self.nfd, self.split = normalizers.NFD(), pre_tokenizers.BertPreTokenizer()
        self.word = Tokenizer(models.WordLevel({"zqz": 0, "?": 1}, unk_token="?"))
        self.word.add_tokens([AddedToken("zqz", single_word=True, normalized=False)])
        self.stripping = Tokenizer(models.WordLevel({"zqz": 0, "?": 1}, unk_token="?"))
        self.stripping.add_tokens([AddedToken("zqz", rstrip=True, normalized=False)])
        self.by_class = {}

    def flags(self, code):
        char, flags = chr(code), 0
        cleaned = self.clean.normalize_str(f"a{char}b")
        pieces = [piece for piece, _ in self.split.pre_tokenize_str(f"a{char}b")]
        flags |= REMOVED if cleaned == "ab" else 0
        flags |= SPACE if pieces == ["a", "b"] else 0
        flags |= PUNCTUATION if pieces == ["a", char, "b"] else 0
        flags |= CJK if self.chinese.normalize_str(f"a{char}b") == f"a {char} b" else 0
        flags |= MARK if self.decomposed(code) == (code,) and self.strip.normalize_str(f"a{char}b") == "ab" else 0
        flags |= WORD if self.word.encode(f"zqz{char}").ids[0] != 0 else 0
        assert (cleaned == "a b") == (flags & (SPACE | REMOVED) == SPACE), hex(code)
        assert (self.stripping.encode(f"zqz{char}b").offsets[0][1] == 4) == bool(flags & SPACE), hex(code)
        return flags

    def decomposed(self, code):
        return tuple(map(ord, self.nfd.normalize_str(chr(code))))

    def lower(self, code):
        return tuple(map(ord, self.lowercase.normalize_str(chr(code))))

    def swaps(self, first, second):
        return first != second and self.nfd.normalize_str(chr(first) + chr(second)) == chr(second) + chr(first)

    def is_starter(self, code):
        """No combining class: stands neither behind U+0334 (class 1) nor before U+0345 (class 240)."""
        return not self.swaps(code, 0x334) and not self.swaps(0x345, code)

    def combining_class(self, code):
        """The class of which a member goes neither before nor behind this character."""
        if self.decomposed(code) != (code,) or self.is_starter(code):
            return 0
        for combining_class, member in self.by_class.items():
            if not self.swaps(code, member) and not self.swaps(member, code):
                return combining_class
        raise ValueError(f"U+{code:04X} has a combining class of its own")


def with_class_members(reference, library):
    """One character for each combining class, on which utf8proc and the reference agree by order."""
    members = {}
    for code in range(0x300, 0x20000):
        combining_class = library.combining_class(code)
        if combining_class and combining_class not in members and not reference.is_starter(code):
            members[combining_class] = code
    ordered = [members[key] for key in sorted(members)]
    for first, second in zip(ordered, ordered[1:]):
        assert reference.swaps(second, first), (hex(first), hex(second))
    reference.by_class = members
    return reference


def codes():
    yield from range(0, 0xD800)
    yield from range(0xE000, LAST + 1)


def ranges(values):
    """[(first, last, value)] of a {code: value}."""
    result = []
    for code, value in values.items():
        if result and result[-1][1] == code - 1 and result[-1][2] == value:
            result[-1][1] = code
        else:
            result.append([code, code, value])
    return result


def rows(items, per_line=6):
    lines = [", ".join(items[start:start + per_line]) for start in range(0, len(items), per_line)]
    return ",\n    ".join(lines)


def range_table(name, comment, values):
    items = [f"{{0x{first:X}, 0x{last:X}, {value}}}" for first, last, value in ranges(values)]
    return f"// {comment}\nconstexpr Range {name}[] = {{\n    {rows(items)}}};\n"


def mapping_table(name, comment, values):
    items = [f"{{0x{code:X}, {{{', '.join(f'0x{part:X}' for part in to)}}}}}" for code, to in values.items()]
    return f"// {comment}\nconstexpr Mapping {name}[] = {{\n    {rows(items, 4)}}};\n"


def result_of(reference, code):
    return (reference.flags(code), reference.combining_class(code), reference.lower(code), reference.decomposed(code))


def block_hash(results):
    """FNV-1a, 64 bits, over little-endian 32-bit words: flags, class, then both mappings, each with its length first."""
    value = 0xCBF29CE484222325
    for flags, combining_class, lower, decomposed in results:
        for word in (flags, combining_class, len(lower), *lower, len(decomposed), *decomposed):
            for byte in word.to_bytes(4, "little"):
                value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("output", nargs="?", default=here / "unicode_differences.inc", type=pathlib.Path)
    parser.add_argument("--blocks", default=here.parents[1] / "tests/unit/text/unicode_blocks.inc", type=pathlib.Path)
    options = parser.parse_args()
    library = Utf8proc()
    reference = with_class_members(Reference(), library)
    results = {code: result_of(reference, code) for code in codes()}
    unknown, flags, classes, lower, decomposed = {}, {}, {}, {}, {}
    for code, (is_flags, is_class, is_lower, is_decomposed) in results.items():
        category = library.category(code)
        known = category != "Cn"
        if not known:
            unknown[code] = 0
        if is_flags != (base_flags(code, category) if known else 0):
            flags[code] = is_flags
        if is_class != (library.combining_class(code) if known else 0):
            classes[code] = is_class
        if is_lower != (library.lower(code) if known else (code,)):
            lower[code] = is_lower
        if is_decomposed != (library.decomposed(code) if known else (code,)):
            decomposed[code] = is_decomposed
    options.output.write_text("\n".join([
        f"// Made by make_unicode_tables.py from tokenizers {tokenizers.__version__} and utf8proc for Unicode "
        f"{library.version}. Do not edit.",
        range_table("unknown_ranges", "not assigned in that Unicode: utf8proc is not asked", unknown),
        range_table("flag_differences", "first, last, flags", flags),
        range_table("class_differences", "first, last, combining class", classes),
        mapping_table("lower_differences", "lower-casing", lower),
        mapping_table("decomposition_differences", "canonical decomposition", decomposed)]))
    blocks = [block_hash(results[code] for code in range(start, start + 4096) if code in results)
              for start in range(0, LAST + 1, 4096)]
    items = [f"0x{value:016X}" for value in blocks]
    options.blocks.write_text(
        f"// Made by src/text/make_unicode_tables.py from tokenizers {tokenizers.__version__}. Do not edit.\n"
        f"constexpr std::uint64_t block_hashes[] = {{\n    {rows(items, 5)}}};\n")
    print(f"differences: flags {len(flags)}, classes {len(classes)}, lower {len(lower)}, decompositions {len(decomposed)}; "
          f"unknown {len(unknown)}")


if __name__ == "__main__":
    main()
