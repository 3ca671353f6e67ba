#pragma once
/// \file
/// The device that this rank computes on: owns the Kokkos runtime and one execution-space instance.
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "remo/tensor/matrix.hpp"

namespace remo {

/// How this rank takes its place on the node.
struct DeviceOptions {
    int local_rank = 0;   ///< rank among those on this node: chooses the GPU
    int local_ranks = 1;  ///< ranks on this node
    int threads = 0;      ///< host threads (OpenMP builds); 0: what the environment and binding give
};

/// One per process, made by main after MPI is up. All kernels take it first: `kernel(Device&, …)`.
class Device {
  public:
    explicit Device(const DeviceOptions& options = {});
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// "cpu (Kokkos Serial 3.4.1, oneDNN 2.6.3, 1 core)", "gpu (Kokkos Cuda 4.6.0, cuBLAS)".
    /// \param gemm  the matrix-product library to name; empty: none
    [[nodiscard]] std::string description(std::string_view gemm = {}) const;
    [[nodiscard]] bool is_gpu() const noexcept;
    /// Whether host code may read device memory directly.
    [[nodiscard]] bool host_accessible() const noexcept;
    [[nodiscard]] int threads() const noexcept;

    /// Waits for the work given to this device's instance, and no other.
    void fence(std::string_view label);

    /// Copies between host and device memory; plain memory copies where the host can reach the device's. Synchronous.
    void copy_to_device(void* target, const void* source, std::size_t bytes);
    void copy_to_host(void* target, const void* source, std::size_t bytes);
    void fill_zero(void* target, std::size_t bytes);

    /// The Kokkos execution-space instance, for tensor and kernels only (`execution_space.hpp` gives it its type).
    struct Instance;
    [[nodiscard]] Instance& instance() noexcept { return *instance_; }

  private:
    std::unique_ptr<Instance> instance_;
};

/// Owned device memory, 64-byte aligned, labelled for Kokkos tools; not initialised.
class RawBuffer {
  public:
    RawBuffer() = default;
    RawBuffer(std::string_view label, std::size_t bytes);
    ~RawBuffer();
    RawBuffer(RawBuffer&& other) noexcept;
    RawBuffer& operator=(RawBuffer&& other) noexcept;
    [[nodiscard]] std::byte* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  private:
    std::byte* data_ = nullptr;
    std::size_t bytes_ = 0;
};

/// `size` elements of T in device memory, not initialised.
template <class T>
class Buffer {
  public:
    Buffer() = default;
    Buffer(std::string_view label, Index size)
        : raw_(label, static_cast<std::size_t>(size) * sizeof(T)), size_(size) {}
    [[nodiscard]] T* data() const noexcept { return reinterpret_cast<T*>(raw_.data()); }
    [[nodiscard]] Index size() const noexcept { return size_; }
    [[nodiscard]] VectorView<T> view() const noexcept { return {data(), size_}; }

  private:
    RawBuffer raw_;
    Index size_ = 0;
};

}  // namespace remo
