#include "parallel_values.hpp"

#include <algorithm>
#include <cstring>

#include "../hdf5/file.hpp"
#include "../hdf5/slabs.hpp"
#include "../hdf5/space.hpp"
#include "../hdf5/types.hpp"
#include "../input_file.hpp"
#include "remo/comm/agreement.hpp"

namespace remo::io {

namespace {

namespace fs = std::filesystem;
using hdf5::check;
using hdf5::Handle;

constexpr std::size_t largest_write = std::size_t{512}
                                      << 20;  // MPI-IO libraries have trouble with 2 GiB and more

Handle open_parallel(const comm::Communicator& communicator, const fs::path& path) {
    const Handle access = hdf5::file_access();
    check(H5Pset_fapl_mpio(access.get(), communicator.handle(), MPI_INFO_NULL),
          "can't use MPI for HDF5 files");
    check(H5Pset_all_coll_metadata_ops(access.get(), true), "can't set an HDF5 property");
    check(H5Pset_coll_metadata_write(access.get(), true), "can't set an HDF5 property");
    return Handle(check(H5Fopen(path.c_str(), H5F_ACC_RDWR, access.get()), "can't open {} on all ranks",
                        path.string()));
}

/// Writes of the ranks are independent of each other, so that one that fails leaves no other waiting.
Handle independent_transfer() {
    Handle list(check(H5Pcreate(H5P_DATASET_XFER), "can't make an HDF5 property list"));
    check(H5Pset_dxpl_mpio(list.get(), H5FD_MPIO_INDEPENDENT), "can't set an HDF5 property");
    return list;
}

void write_slab(const Handle& target, const DatasetToWrite& dataset, const Handle& type,
                const hdf5::Slab& slab, const std::byte* data) {
    const Handle space(check(H5Dget_space(target.get()), "can't read the shape of {}", dataset.path));
    const std::vector<hsize_t> start(slab.start.begin(), slab.start.end());
    const std::vector<hsize_t> count(slab.count.begin(), slab.count.end());
    check(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
          "can't select a part of {}", dataset.path);
    const Handle memory = hdf5::make_line(static_cast<std::int64_t>(slab.elements()));
    check(H5Dwrite(target.get(), type.get(), memory.get(), space.get(), independent_transfer().get(), data),
          "can't write {}", dataset.path);
}

/// Bytes [begin, end) of the data set from `data` on.
void write_range(const Handle& target, const DatasetToWrite& dataset, std::size_t begin, std::size_t end,
                 const std::byte* data) {
    const Handle type = hdf5::make_type(dataset.dtype);
    if (dataset.shape.empty()) {
        check(H5Dwrite(target.get(), type.get(), H5S_ALL, H5S_ALL, independent_transfer().get(), data),
              "can't write {}", dataset.path);
        return;
    }
    const std::size_t element = size_of(dataset.dtype);
    for (const hdf5::Slab& slab : hdf5::slabs_of(dataset.shape, begin / element, end / element)) {
        write_slab(target, dataset, type, slab, data);
        data += slab.elements() * element;
    }
}

void write_own_part(const Handle& target, const DatasetToWrite& dataset) {
    for (std::size_t begin = dataset.begin; begin < dataset.end; begin += largest_write) {
        const std::size_t end = std::min(dataset.end, begin + largest_write);
        write_range(target, dataset, begin, end,
                    static_cast<const std::byte*>(dataset.data) + (begin - dataset.begin));
    }
}

}  // namespace

void write_values(const comm::Communicator& communicator, const fs::path& path,
                  const std::vector<DatasetToWrite>& datasets) {
    Handle file;
    std::exception_ptr mine;
    // Opening and closing are collective: every rank goes through all of them, also after an error of its own.
    const auto attempt = [&](auto&& action) {
        try {
            action();
        } catch (...) {
            if (!mine) mine = std::current_exception();
        }
    };
    // HDF5 waits for the other ranks in MPI calls of its own, which the watchdog can't see.
    const auto wait_in = [&](const char* call, auto&& action) {
        const comm::LifeSigns::Waiting waiting(communicator.life_signs(), call);
        attempt(action);
    };
    wait_in("H5Fopen", [&] { file = open_parallel(communicator, path); });
    comm::agree(communicator, mine);
    for (const DatasetToWrite& dataset : datasets) {
        Handle target;
        wait_in("H5Dopen", [&] {
            target = Handle(check(H5Dopen2(file.get(), dataset.path.c_str(), H5P_DEFAULT),
                                  "can't open {} in {}", dataset.path, path.string()));
        });
        if (!mine) attempt([&] { write_own_part(target, dataset); });
    }
    wait_in("H5Fclose", [&] { hdf5::close_file(file, path); });
    comm::agree(communicator, mine);
}

void verify_values(const fs::path& path, const std::vector<DatasetToWrite>& datasets,
                   std::span<const std::uint64_t> offsets) {
    const InputFile file(path);
    std::vector<std::byte> block(checksum_block_bytes);
    for (std::size_t i = 0; i < datasets.size(); ++i) {
        const DatasetToWrite& dataset = datasets[i];
        for (std::size_t begin = dataset.begin; begin < dataset.end; begin += block.size()) {
            const std::span part(block.data(), std::min(block.size(), dataset.end - begin));
            file.read(offsets[i] + begin, part, dataset.path);
            if (std::memcmp(part.data(),
                            static_cast<const std::byte*>(dataset.data) + (begin - dataset.begin),
                            part.size()) != 0) {
                failure("{}: {} read back differs from what was written", path.string(), dataset.path);
            }
        }
    }
}

}  // namespace remo::io
