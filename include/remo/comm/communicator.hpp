#pragma once
/// \file
/// An owned MPI communicator with typed collectives. Every call is checked; a failed one throws Error(failure) that
/// names the call, rank and host.
#include <mpi.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "remo/comm/life_signs.hpp"

namespace remo::comm {

class Communicator {
  public:
    static Communicator world();  ///< a duplicate of MPI_COMM_WORLD
    static Communicator self();
    ~Communicator();
    Communicator(Communicator&&) noexcept;
    Communicator& operator=(Communicator&&) noexcept;

    /// The ranks that share this rank's memory (MPI_Comm_split_type SHARED).
    [[nodiscard]] Communicator node() const;
    [[nodiscard]] Communicator split(int colour, int key) const;
    [[nodiscard]] Communicator duplicate() const;

    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] bool is_root() const noexcept { return rank_ == 0; }
    [[nodiscard]] MPI_Comm handle() const noexcept { return handle_; }
    /// Notes in `signs` when this rank waits in a collective, for the watchdog; null: no longer. Communicators made of this one
    /// take it over.
    void watch(LifeSigns* signs) noexcept { signs_ = signs; }
    [[nodiscard]] LifeSigns* life_signs() const noexcept { return signs_; }

    void barrier() const;
    [[nodiscard]] std::string host() const;  ///< MPI_Get_processor_name

    // T is float, double, std::int32_t, std::int64_t, std::uint64_t or std::byte (explicitly instantiated).
    // Counts above 2^31 are split inside.
    template <class T> void broadcast(std::span<T> values, int root) const;
    template <class T> void sum(std::span<T> values) const;               ///< in place, on all ranks
    template <class T> void sum_to(std::span<T> values, int root) const;  ///< in place on `root`; others' keep their values
    template <class T> void maximum(std::span<T> values) const;           ///< in place, on all ranks
    template <class T> void minimum(std::span<T> values) const;
    template <class T> [[nodiscard]] T sum(T value) const;
    template <class T> [[nodiscard]] T maximum(T value) const;
    template <class T> [[nodiscard]] T minimum(T value) const;
    /// Every rank's values, in rank order; lengths may differ.
    template <class T> [[nodiscard]] std::vector<T> gather(std::span<const T> values, int root) const;
    template <class T> [[nodiscard]] std::vector<T> all_gather(std::span<const T> values) const;
    /// Part r of `values` (counts[r] elements, in rank order; both read on root only) goes to rank r.
    template <class T>
    [[nodiscard]] std::vector<T> scatter(std::span<const T> values, std::span<const std::int64_t> counts, int root) const;
    void broadcast(std::string& text, int root) const;
    [[nodiscard]] std::vector<std::string> gather(const std::string& text, int root) const;

  private:
    explicit Communicator(MPI_Comm owned, LifeSigns* signs = nullptr);
    MPI_Comm handle_;
    int rank_ = 0;
    int size_ = 1;
    LifeSigns* signs_ = nullptr;
};

}  // namespace remo::comm
