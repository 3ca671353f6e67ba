// Typed collectives. MPI counts are int: longer spans go in pieces.
#include <algorithm>
#include <limits>
#include <numeric>

#include "check.hpp"
#include "datatype.hpp"
#include "remo/base/format.hpp"
#include "remo/comm/communicator.hpp"

namespace remo::comm {
namespace {

/// Elements of one broadcast or reduction: well below 2^31, and pages of its temporaries stay few.
constexpr std::size_t piece_elements = std::size_t{1} << 26;

template <class T, class Action>
void in_pieces(std::span<T> values, const Action& action) {
    for (std::size_t begin = 0; begin < values.size(); begin += piece_elements) {
        const auto piece = values.subspan(begin, std::min(piece_elements, values.size() - begin));
        action(piece.data(), static_cast<int>(piece.size()));
    }
}

template <class T>
void all_reduce(std::span<T> values, MPI_Op operation, MPI_Comm handle) {
    in_pieces(values, [&](T* data, int count) {
        check(MPI_Allreduce(MPI_IN_PLACE, data, count, datatype<T>(), operation, handle), "MPI_Allreduce");
    });
}

int int_count(std::int64_t count, const char* call) {
    if (count > std::numeric_limits<int>::max()) {
        failure("{}: {} elements are more than one MPI call can take; use a smaller window", call, count);
    }
    return static_cast<int>(count);
}

/// Places of blocks laid end to end.
std::vector<int> places_of(const std::vector<int>& counts) {
    std::vector<int> places(counts.size(), 0);
    std::partial_sum(counts.begin(), counts.end() - 1, places.begin() + 1);
    return places;
}

std::int64_t total_of(const std::vector<int>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

template <class T>
void Communicator::broadcast(std::span<T> values, int root) const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Bcast");
    in_pieces(values, [&](T* data, int count) {
        check(MPI_Bcast(data, count, datatype<T>(), root, handle_), "MPI_Bcast");
    });
}

template <class T>
void Communicator::sum(std::span<T> values) const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Allreduce");
    all_reduce(values, MPI_SUM, handle_);
}

template <class T>
void Communicator::sum_to(std::span<T> values, int root) const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Reduce");
    in_pieces(values, [&](T* data, int count) {
        const void* source = rank_ == root ? MPI_IN_PLACE : data;
        check(
            MPI_Reduce(source, rank_ == root ? data : nullptr, count, datatype<T>(), MPI_SUM, root, handle_),
            "MPI_Reduce");
    });
}

template <class T>
void Communicator::maximum(std::span<T> values) const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Allreduce");
    all_reduce(values, MPI_MAX, handle_);
}

template <class T>
void Communicator::minimum(std::span<T> values) const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Allreduce");
    all_reduce(values, MPI_MIN, handle_);
}

template <class T>
T Communicator::sum(T value) const {
    sum(std::span<T>(&value, 1));
    return value;
}

template <class T>
T Communicator::maximum(T value) const {
    maximum(std::span<T>(&value, 1));
    return value;
}

template <class T>
T Communicator::minimum(T value) const {
    minimum(std::span<T>(&value, 1));
    return value;
}

template <class T>
std::vector<T> Communicator::gather(std::span<const T> values, int root) const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Gatherv");
    const int own = int_count(static_cast<std::int64_t>(values.size()), "MPI_Gatherv");
    std::vector<int> counts(rank_ == root ? static_cast<std::size_t>(size_) : 0);
    check(MPI_Gather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, root, handle_), "MPI_Gather");
    std::vector<int> places;
    std::vector<T> all;
    if (rank_ == root) {
        all.resize(static_cast<std::size_t>(int_count(total_of(counts), "MPI_Gatherv")));
        places = places_of(counts);
    }
    check(MPI_Gatherv(values.data(), own, datatype<T>(), all.data(), counts.data(), places.data(),
                      datatype<T>(), root, handle_),
          "MPI_Gatherv");
    return all;
}

template <class T>
std::vector<T> Communicator::all_gather(std::span<const T> values) const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Allgatherv");
    const int own = int_count(static_cast<std::int64_t>(values.size()), "MPI_Allgatherv");
    std::vector<int> counts(static_cast<std::size_t>(size_));
    check(MPI_Allgather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, handle_), "MPI_Allgather");
    std::vector<T> all(static_cast<std::size_t>(int_count(total_of(counts), "MPI_Allgatherv")));
    const std::vector<int> places = places_of(counts);
    check(MPI_Allgatherv(values.data(), own, datatype<T>(), all.data(), counts.data(), places.data(),
                         datatype<T>(), handle_),
          "MPI_Allgatherv");
    return all;
}

template <class T>
std::vector<T> Communicator::scatter(std::span<const T> values, std::span<const std::int64_t> counts,
                                     int root) const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Scatterv");
    std::vector<int> sizes, places;
    if (rank_ == root) {
        for (const std::int64_t count : counts) sizes.push_back(int_count(count, "MPI_Scatterv"));
        require(sizes.size() == static_cast<std::size_t>(size_), "scatter needs one count a rank");
        require(int_count(total_of(sizes), "MPI_Scatterv") == static_cast<int>(values.size()),
                "scatter's counts do not cover its values");
        places = places_of(sizes);
    }
    int own = 0;
    check(MPI_Scatter(sizes.data(), 1, MPI_INT, &own, 1, MPI_INT, root, handle_), "MPI_Scatter");
    std::vector<T> mine(static_cast<std::size_t>(own));
    check(MPI_Scatterv(values.data(), sizes.data(), places.data(), datatype<T>(), mine.data(), own,
                       datatype<T>(), root, handle_),
          "MPI_Scatterv");
    return mine;
}

void Communicator::broadcast(std::string& text, int root) const {
    auto length = static_cast<std::int64_t>(text.size());
    broadcast(std::span<std::int64_t>(&length, 1), root);
    text.resize(static_cast<std::size_t>(length));
    broadcast(std::as_writable_bytes(std::span<char>(text)), root);
}

std::vector<std::string> Communicator::gather(const std::string& text, int root) const {
    const std::int64_t own = static_cast<std::int64_t>(text.size());
    const auto lengths = gather(std::span<const std::int64_t>(&own, 1), root);
    const auto bytes = gather(std::as_bytes(std::span<const char>(text)), root);
    std::vector<std::string> texts;
    const char* next = reinterpret_cast<const char*>(bytes.data());
    for (const std::int64_t length : lengths) {
        texts.emplace_back(next, static_cast<std::size_t>(length));
        next += length;
    }
    return texts;
}

#define REMO_COLLECTIVES(T)                                                                                  \
    template void Communicator::broadcast<T>(std::span<T>, int) const;                                       \
    template void Communicator::sum<T>(std::span<T>) const;                                                  \
    template void Communicator::sum_to<T>(std::span<T>, int) const;                                          \
    template void Communicator::maximum<T>(std::span<T>) const;                                              \
    template void Communicator::minimum<T>(std::span<T>) const;                                              \
    template T Communicator::sum<T>(T) const;                                                                \
    template T Communicator::maximum<T>(T) const;                                                            \
    template T Communicator::minimum<T>(T) const;                                                            \
    template std::vector<T> Communicator::gather<T>(std::span<const T>, int) const;                          \
    template std::vector<T> Communicator::all_gather<T>(std::span<const T>) const;                           \
    template std::vector<T> Communicator::scatter<T>(std::span<const T>, std::span<const std::int64_t>, int) \
        const;

REMO_COLLECTIVES(float)
REMO_COLLECTIVES(double)
REMO_COLLECTIVES(std::int32_t)
REMO_COLLECTIVES(std::int64_t)
REMO_COLLECTIVES(std::uint64_t)
REMO_COLLECTIVES(std::byte)
#undef REMO_COLLECTIVES

}  // namespace remo::comm
