#include "remo/kernels/reduce.hpp"

#include <bit>
#include <vector>

#include "parallel.hpp"

namespace remo::kernels {

namespace {

constexpr Index block_size = 16384;

/// The results of body(begin, end) for all blocks of a range, on the host.
template <class Result, class Body>
std::vector<Result> block_results(Device& device, const char* label, Index size, const Body& body) {
    const Index count = (size + block_size - 1) / block_size;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(Result);
    auto* const results = reinterpret_cast<Result*>(device.instance().scratch(bytes));
    for_rows(
        device, label, count, KOKKOS_LAMBDA(Index b) {
            const Index begin = b * block_size;
            results[b] = body(begin, begin + block_size < size ? begin + block_size : size);
        });
    std::vector<Result> host(static_cast<std::size_t>(count));
    device.copy_to_host(host.data(), results, bytes);
    return host;
}

KOKKOS_FORCEINLINE_FUNCTION bool non_finite(float x) {
    return (std::bit_cast<std::uint32_t>(x) & 0x7f800000u) == 0x7f800000u;
}

/// A bijection of 32-bit words that spreads each bit over all (the finaliser of MurmurHash3).
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t mixed(std::uint32_t word) {
    word = (word ^ (word >> 16)) * 0x85ebca6bu;
    word = (word ^ (word >> 13)) * 0xc2b2ae35u;
    return word ^ (word >> 16);
}

}  // namespace

double sum_of_squares(Device& device, ConstVector x) {
    const float* const values = x.data;
    const std::vector<double> sums = block_results<double>(
        device, "remo::reduce::sum_of_squares", x.size, KOKKOS_LAMBDA(Index begin, Index end) {
            double sum = 0.0;
#pragma omp simd reduction(+ : sum)
            for (Index i = begin; i < end; ++i) {
                const double value = values[i];
                sum += value * value;
            }
            return sum;
        });
    double total = 0.0;
    for (const double sum : sums) total += sum;
    return total;
}

Index first_non_finite(Device& device, ConstVector x) {
    const float* const values = x.data;
    const std::vector<Index> found = block_results<Index>(
        device, "remo::reduce::first_non_finite", x.size, KOKKOS_LAMBDA(Index begin, Index end) {
            int any = 0;
#pragma omp simd reduction(| : any)
            for (Index i = begin; i < end; ++i) any |= non_finite(values[i]) ? 1 : 0;
            if (any == 0) return Index{-1};
            Index i = begin;
            while (!non_finite(values[i])) ++i;
            return i;
        });
    for (const Index place : found)
        if (place >= 0) return place;
    return -1;
}

std::uint64_t checksum(Device& device, ConstVector x) {
    const float* const values = x.data;
    const std::vector<std::uint64_t> sums = block_results<std::uint64_t>(
        device, "remo::reduce::checksum", x.size, KOKKOS_LAMBDA(Index begin, Index end) {
            std::uint64_t sum = 0;
#pragma omp simd reduction(+ : sum)
            for (Index i = begin; i < end; ++i)
                sum += mixed(std::bit_cast<std::uint32_t>(values[i]) +
                             static_cast<std::uint32_t>(i) * 0x9E3779B9u);
            return sum;
        });
    std::uint64_t total = static_cast<std::uint64_t>(x.size);
    for (const std::uint64_t sum : sums) total = std::rotl(total, 7) * 0x9E3779B97F4A7C15u + sum;
    return total;
}

}  // namespace remo::kernels
