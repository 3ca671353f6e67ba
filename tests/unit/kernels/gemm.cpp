#include "remo/kernels/gemm/gemm.hpp"

#include "reference/gemm.hpp"
#include "remo/base/error.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;
using kernels::Transpose;

Transpose flag(bool transposed) {
    return transposed ? Transpose::yes : Transpose::no;
}

/// Strides are 3 longer than the rows.
struct Operand {
    Operand(bool transposed, Index rows, Index columns, std::uint64_t stream)
        : rows(transposed ? columns : rows),
          columns(transposed ? rows : columns),
          stride(this->columns + 3),
          values(random_values(this->rows * stride, stream)) {}
    [[nodiscard]] Matrix view() const { return {values.view().data, rows, columns, stride}; }
    Index rows, columns, stride;
    DeviceArray<float> values;
};

void check(bool ta, bool tb, Index m, Index n, Index k, double alpha, double beta) {
    BOOST_TEST_CONTEXT("transposes " << ta << tb << ", shape " << m << ' ' << n << ' ' << k << ", beta "
                                     << beta) {
        const Operand a(ta, m, k, 1), b(tb, k, n, 2), c(false, m, n, 3);
        std::vector<double> expected = widened(c.values.values());
        const reference::Gemm ref{ta, tb, m, n, k, a.stride, b.stride, c.stride, alpha, beta};
        ref(widened(a.values.values()), widened(b.values.values()), expected);
        kernels::gemm(device(), flag(ta), flag(tb), static_cast<float>(alpha), a.view(), b.view(),
                      static_cast<float>(beta), c.view());
        // Also that what lies between the rows is not touched.
        BOOST_TEST(difference(c.values.values(), expected) < 1e-6);
    }
}

BOOST_AUTO_TEST_SUITE(gemm)

BOOST_AUTO_TEST_CASE(all_transposes_and_sizes) {
    for (const bool ta : {false, true}) {
        for (const bool tb : {false, true}) {
            for (const Index m : {0, 1, 5, 33}) {
                for (const Index n : {0, 1, 7, 40}) {
                    for (const Index k : {0, 1, 3, 50}) {
                        check(ta, tb, m, n, k, 1.0, 0.0);
                        check(ta, tb, m, n, k, 0.5, 1.0);
                        check(ta, tb, m, n, k, 1.0, -2.0);
                    }
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(beta_zero_does_not_read) {
    const DeviceArray<float> a(std::vector<float>(4, 1.0f)), c(std::vector<float>(4, NAN));
    kernels::gemm(device(), Transpose::no, Transpose::no, 1.0f, a.matrix(2, 2), a.matrix(2, 2), 0.0f,
                  c.matrix(2, 2));
    BOOST_TEST(c.values() == std::vector<float>(4, 2.0f));
    const DeviceArray<float> d(std::vector<float>(4, NAN));
    kernels::gemm(device(), Transpose::no, Transpose::no, 1.0f, a.matrix(2, 0), a.matrix(0, 2), 0.0f,
                  d.matrix(2, 2));
    BOOST_TEST(d.values() == std::vector<float>(4, 0.0f));
}

BOOST_AUTO_TEST_CASE(same_bits_again) {
    const DeviceArray<float> a(random_values(61 * 97, 1)), b(random_values(97 * 45, 2));
    const DeviceArray<float> c(std::vector<float>(61 * 45)), d(std::vector<float>(61 * 45));
    for (const auto* target : {&c, &d})
        kernels::gemm(device(), Transpose::no, Transpose::no, 1.0f, a.matrix(61, 97), b.matrix(97, 45), 0.0f,
                      target->matrix(61, 45));
    BOOST_TEST((c.values() == d.values()));
}

BOOST_AUTO_TEST_CASE(shapes_that_do_not_fit) {
    const DeviceArray<float> a(std::vector<float>(6));
    BOOST_CHECK_THROW(kernels::gemm(device(), Transpose::no, Transpose::no, 1.0f, a.matrix(2, 3),
                                    a.matrix(2, 3), 0.0f, a.matrix(2, 3)),
                      Error);
}

BOOST_AUTO_TEST_CASE(names_its_library) {
    BOOST_TEST(!kernels::gemm_library().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
