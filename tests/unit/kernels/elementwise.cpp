#include "remo/kernels/elementwise.hpp"

#include "remo/kernels/bias.hpp"
#include "remo/kernels/rows.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using namespace remo::testing;
using D = std::vector<double>;

BOOST_AUTO_TEST_SUITE(elementwise)

BOOST_AUTO_TEST_CASE(maps_over_ranges) {
    for (const Index size : {0, 1, 17, 4096, 10001}) {
        const DeviceArray<float> x(random_values(size, 1)), y(random_values(size, 2)),
            z(random_values(size, 3));
        const D xd = widened(x.values());
        D sum = widened(y.values()), scaled = xd;
        for (std::size_t i = 0; i < xd.size(); ++i) {
            sum[i] += 0.5 * xd[i];
            scaled[i] *= -3.0;
        }
        kernels::axpy(device(), 0.5f, x.view(), y.view());
        BOOST_TEST(difference(y.values(), sum) < 1e-6);
        kernels::copy(device(), x.view(), z.view());
        BOOST_TEST((z.values() == x.values()));
        kernels::scale(device(), z.view(), -3.0f);
        BOOST_TEST(difference(z.values(), scaled) < 1e-6);
        kernels::add(device(), z.view(), y.view(), z.view());
        for (std::size_t i = 0; i < xd.size(); ++i) sum[i] += scaled[i];
        BOOST_TEST(difference(z.values(), sum) < 1e-6);
        kernels::fill(device(), z.view(), 2.5f);
        BOOST_TEST((z.values() == std::vector<float>(xd.size(), 2.5f)));
    }
}

BOOST_AUTO_TEST_CASE(bias_and_its_gradient) {
    for (const Index rows : {0, 1, 33, 5000}) {
        const Index columns = 301;
        const DeviceArray<float> x(random_values(rows * columns, 1)), bias(random_values(columns, 2)),
            y(x.values());
        const D xd = widened(x.values()), bd = widened(bias.values());
        D sums = bd, added = xd;
        for (std::size_t i = 0; i < xd.size(); ++i) {
            added[i] += bd[i % 301];
            sums[i % 301] += xd[i];
        }
        kernels::add_bias(device(), y.matrix(rows, columns), bias.view());
        BOOST_TEST(difference(y.values(), added) < 1e-6);
        kernels::column_sums(device(), x.matrix(rows, columns), bias.view());
        BOOST_TEST(difference(bias.values(), sums) < 2e-6);
    }
}

BOOST_AUTO_TEST_CASE(selected_rows) {
    const std::vector<std::int32_t> chosen{4, 0, 2};
    const DeviceArray<std::int32_t> rows(chosen);
    const DeviceArray<float> table(random_values(5 * 3, 1)), few(std::vector<float>(9));
    const std::vector<float> before = table.values();
    kernels::gather_rows(device(), table.matrix(5, 3), rows.view(), few.matrix(3, 3));
    for (std::size_t i = 0; i < 9; ++i)
        BOOST_TEST(few.values()[i] == before[static_cast<std::size_t>(chosen[i / 3]) * 3 + i % 3]);
    kernels::scatter_add_rows(device(), few.matrix(3, 3), rows.view(), table.matrix(5, 3));
    for (std::size_t i = 0; i < 15; ++i) {
        const bool hit = i / 3 != 1 && i / 3 != 3;
        BOOST_TEST(table.values()[i] == (hit ? 2.0f : 1.0f) * before[i]);
    }
    kernels::scatter_rows(device(), few.matrix(3, 3), rows.view(), table.matrix(5, 3));
    BOOST_TEST((table.values() == before));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
