#include "unicode.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>

#include "remo/base/error.hpp"

namespace remo::text {
namespace {

struct Range {
    char32_t first, last;
    std::uint8_t value;
};

struct Mapping {
    char32_t code;
    std::array<char32_t, 4> to;
};

#include "unicode_differences.inc"

template <std::size_t Size>
const Range* find(const Range (&ranges)[Size], char32_t code) {
    const Range* found =
        std::lower_bound(std::begin(ranges), std::end(ranges), code,
                         [](const Range& range, char32_t value) { return range.last < value; });
    return found != std::end(ranges) && found->first <= code ? found : nullptr;
}

template <std::size_t Size>
const Mapping* find(const Mapping (&mappings)[Size], char32_t code) {
    const Mapping* found =
        std::lower_bound(std::begin(mappings), std::end(mappings), code,
                         [](const Mapping& mapping, char32_t value) { return mapping.code < value; });
    return found != std::end(mappings) && found->code == code ? found : nullptr;
}

CodePoints result_of(const Mapping& mapping) {
    const auto used = std::find(mapping.to.begin() + 1, mapping.to.end(), U'\0');
    return {mapping.to, static_cast<int>(used - mapping.to.begin())};
}

bool is_cjk(char32_t code) {
    // The ranges of the original BERT code; the gap before U+2B920 is its own.
    return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) ||
           (code >= 0x20000 && code <= 0x2A6DF) || (code >= 0x2A700 && code <= 0x2B73F) ||
           (code >= 0x2B740 && code <= 0x2B81F) || (code >= 0x2B920 && code <= 0x2CEAF) ||
           (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x2F800 && code <= 0x2FA1F);
}

std::uint8_t flags_by_category(utf8proc_category_t category) {
    switch (category) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_CO:
            return removed;
        case UTF8PROC_CATEGORY_ZS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
            return space;
        case UTF8PROC_CATEGORY_PC:
            return punctuation | word;
        case UTF8PROC_CATEGORY_PD:
        case UTF8PROC_CATEGORY_PS:
        case UTF8PROC_CATEGORY_PE:
        case UTF8PROC_CATEGORY_PI:
        case UTF8PROC_CATEGORY_PF:
        case UTF8PROC_CATEGORY_PO:
            return punctuation;
        case UTF8PROC_CATEGORY_MN:
            return mark | word;
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
        case UTF8PROC_CATEGORY_MC:
        case UTF8PROC_CATEGORY_ME:
        case UTF8PROC_CATEGORY_ND:
        case UTF8PROC_CATEGORY_NL:
            return word;
        default:
            return 0;
    }
}

/// As base_flags in make_unicode_tables.py.
std::uint8_t base_flags(char32_t code) {
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
    unsigned flags = flags_by_category(category);
    const bool symbol = category >= UTF8PROC_CATEGORY_SM && category <= UTF8PROC_CATEGORY_SO;
    if (code > 32 && code < 127 && symbol) flags |= punctuation;
    if (code == '\t' || code == '\n' || code == '\r') flags &= ~removed;
    if (code == 0 || code == 0xFFFD) flags |= removed;
    if ((code >= 9 && code <= 13) || code == 0x85) flags |= space;
    if (code == 0x200C || code == 0x200D) flags |= word;
    if (is_cjk(code)) flags |= cjk;
    return static_cast<std::uint8_t>(flags);
}

}  // namespace

CodePoint code_point(char32_t code) {
    CodePoint result;
    if (!find(unknown_ranges, code)) {
        const auto* property = utf8proc_get_property(static_cast<utf8proc_int32_t>(code));
        result = {base_flags(code), static_cast<std::uint8_t>(property->combining_class)};
    }
    if (const Range* difference = find(flag_differences, code)) result.flags = difference->value;
    if (const Range* difference = find(class_differences, code)) result.combining_class = difference->value;
    return result;
}

CodePoints lower_case(char32_t code) {
    if (const Mapping* difference = find(lower_differences, code)) return result_of(*difference);
    if (find(unknown_ranges, code)) return {{code}, 1};
    return {{static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code)))}, 1};
}

CodePoints decomposition(char32_t code) {
    if (const Mapping* difference = find(decomposition_differences, code)) return result_of(*difference);
    if (find(unknown_ranges, code)) return {{code}, 1};
    std::array<utf8proc_int32_t, 4> parts{};
    int boundary_class = 0;
    const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code), parts.data(),
                                               parts.size(), UTF8PROC_DECOMPOSE, &boundary_class);
    require(count >= 1 && count <= 4,
            "utf8proc knows a canonical decomposition of more than four code points");
    CodePoints result;
    result.size = static_cast<int>(count);
    std::copy_n(parts.begin(), count, result.codes.begin());
    return result;
}

}  // namespace remo::text
