#include "slabs.hpp"

#include <algorithm>

namespace remo::io::hdf5 {

namespace {

class SlabList {
  public:
    explicit SlabList(const std::vector<std::int64_t>& shape) : shape_(shape.begin(), shape.end()) {}

    /// The range [begin, end) of the part that fixes the first indices to `fixed`.
    void add(std::vector<std::uint64_t> fixed, std::uint64_t begin, std::uint64_t end) {
        if (begin == end) return;
        const std::uint64_t row = row_size(fixed.size());
        const std::uint64_t first = begin / row;
        if (begin % row != 0) {  // the rest of the row in which the range begins
            const std::uint64_t row_end = std::min(end, (first + 1) * row);
            add_within(fixed, first, begin % row, row_end - first * row);
            return add(std::move(fixed), row_end, end);
        }
        if (end / row > first) add_rows(fixed, first, end / row - first);
        if (end % row != 0) add_within(fixed, end / row, 0, end % row);
    }

    [[nodiscard]] std::vector<Slab> take() { return std::move(slabs_); }

  private:
    /// Elements of one step along dimension `d`.
    [[nodiscard]] std::uint64_t row_size(std::size_t d) const {
        std::uint64_t size = 1;
        for (std::size_t k = d + 1; k < shape_.size(); ++k) size *= shape_[k];
        return size;
    }

    void add_within(std::vector<std::uint64_t> fixed, std::uint64_t index, std::uint64_t begin,
                    std::uint64_t end) {
        fixed.push_back(index);
        add(std::move(fixed), begin, end);
    }

    void add_rows(const std::vector<std::uint64_t>& fixed, std::uint64_t first, std::uint64_t rows) {
        Slab slab{fixed, std::vector<std::uint64_t>(fixed.size(), 1)};
        slab.start.push_back(first);
        slab.count.push_back(rows);
        for (std::size_t k = fixed.size() + 1; k < shape_.size(); ++k) {
            slab.start.push_back(0);
            slab.count.push_back(shape_[k]);
        }
        slabs_.push_back(std::move(slab));
    }

    std::vector<std::uint64_t> shape_;
    std::vector<Slab> slabs_;
};

}  // namespace

std::uint64_t Slab::elements() const {
    std::uint64_t elements = 1;
    for (const std::uint64_t size : count) elements *= size;
    return elements;
}

std::vector<Slab> slabs_of(const std::vector<std::int64_t>& shape, std::uint64_t begin, std::uint64_t end) {
    SlabList list(shape);
    list.add({}, begin, end);
    return list.take();
}

}  // namespace remo::io::hdf5
