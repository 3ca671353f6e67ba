#include "template.hpp"

#include <algorithm>
#include <utility>

namespace remo::text {

Templates bert_templates(std::int32_t cls, std::int32_t sep) {
    using Kind = TemplatePiece::Kind;
    const TemplatePiece begin{Kind::special, {cls}, 0}, first{Kind::first, {}, 0},
        end{Kind::special, {sep}, 0};
    const TemplatePiece second{Kind::second, {}, 1}, second_end{Kind::special, {sep}, 1};
    return {{begin, first, end}, {begin, first, end, second, second_end}};
}

std::size_t special_count(const Template& pieces) {
    std::size_t count = 0;
    for (const TemplatePiece& piece : pieces) count += piece.ids.size();
    return count;
}

PairLengths longest_first(PairLengths lengths, std::size_t room) {
    auto [shorter, longer] = lengths;
    if (shorter + longer <= room) return lengths;
    const bool swapped = shorter > longer;
    if (swapped) std::swap(shorter, longer);
    longer = shorter > room ? shorter : std::max(shorter, room - shorter);
    if (shorter + longer > room) {
        shorter = room / 2;
        longer = shorter + room % 2;
    }
    if (swapped) std::swap(shorter, longer);
    return {shorter, longer};
}

}  // namespace remo::text
