#include <boost/test/unit_test.hpp>

#include "../../../src/io/hdf5/slabs.hpp"

namespace {

using remo::io::hdf5::Slab;
using remo::io::hdf5::slabs_of;

/// The flat indices of a slab's elements, in row-major order of the slab.
std::vector<std::uint64_t> indices_of(const std::vector<std::int64_t>& shape, const Slab& slab) {
    std::vector<std::uint64_t> indices{0};
    for (std::size_t d = 0; d < shape.size(); ++d) {
        std::vector<std::uint64_t> next;
        for (const std::uint64_t index : indices) {
            for (std::uint64_t i = 0; i < slab.count[d]; ++i) {
                next.push_back(index * static_cast<std::uint64_t>(shape[d]) + slab.start[d] + i);
            }
        }
        indices = std::move(next);
    }
    return indices;
}

BOOST_AUTO_TEST_SUITE(slabs)

BOOST_AUTO_TEST_CASE(every_range_becomes_its_elements_in_order) {
    for (const std::vector<std::int64_t>& shape :
         {std::vector<std::int64_t>{7}, {3, 5}, {1, 6}, {6, 1}, {2, 3, 4}, {3, 1, 2, 2}}) {
        std::uint64_t elements = 1;
        for (const auto size : shape) elements *= static_cast<std::uint64_t>(size);
        for (std::uint64_t begin = 0; begin <= elements; ++begin) {
            for (std::uint64_t end = begin; end <= elements; ++end) {
                std::uint64_t reached = begin;
                const auto slabs = slabs_of(shape, begin, end);
                bool in_order = true;
                for (const Slab& slab : slabs) {
                    const auto indices = indices_of(shape, slab);
                    in_order = in_order && indices.size() == slab.elements();
                    for (const std::uint64_t index : indices) in_order = in_order && index == reached++;
                }
                BOOST_REQUIRE(in_order && reached == end);
                BOOST_REQUIRE(slabs.size() <= 2 * shape.size() - 1);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
