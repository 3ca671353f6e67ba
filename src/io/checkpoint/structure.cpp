#include "structure.hpp"

#include <fmt/chrono.h>

#include <chrono>
#include <ctime>

#include "../hdf5/attributes.hpp"
#include "../hdf5/file.hpp"
#include "../hdf5/space.hpp"
#include "../hdf5/text.hpp"
#include "../hdf5/tree.hpp"
#include "../hdf5/types.hpp"
#include "checksum.hpp"
#include "layout.hpp"
#include "object_digest.hpp"
#include "remo/base/build_info.hpp"
#include "write_plan.hpp"

namespace remo::io {

namespace {

using hdf5::check;
using hdf5::Handle;

// Data sets from this size on begin at a page of the file system.
constexpr hsize_t aligned_from_bytes = 64 * 1024;
constexpr hsize_t alignment_bytes = 4096;

class StructureWriter {
  public:
    StructureWriter(const std::filesystem::path& path, const FileContents& contents)
        : path_(path), contents_(contents), file_(hdf5::create_file(path, access())) {
        check(H5Pset_layout(early_.get(), H5D_CONTIGUOUS), "can't set an HDF5 property");
        check(H5Pset_alloc_time(early_.get(), H5D_ALLOC_TIME_EARLY), "can't set an HDF5 property");
        check(H5Pset_fill_time(early_.get(), H5D_FILL_TIME_NEVER), "can't set an HDF5 property");
        check(H5Pset_obj_track_times(early_.get(), false), "can't set an HDF5 property");
    }

    void write_root() const {
        const BuildInfo& build = build_info();
        const hid_t root = file_.get();
        const std::string created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
        hdf5::write_attribute(root, "format", std::string(layout::format));
        hdf5::write_attribute(root, "format_version", layout::format_version);
        hdf5::write_attribute(root, "remo_version", std::string(build.version));
        hdf5::write_attribute(root, "git_commit", std::string(build.git_commit));
        hdf5::write_attribute(root, "created", created);
        hdf5::write_attribute(root, "kind", contents_.kind);
        for (const auto& [name, text] : contents_.provenance) hdf5::write_attribute(root, name, text);
    }

    void write_texts() {
        write_text(layout::config, contents_.config_json);
        write_texts_below(layout::tokenizer, contents_.tokenizer);
        if (contents_.training.empty() && contents_.training_texts.empty()) return;
        const Handle training = hdf5::require_group(file_.get(), layout::training);
        for (const auto& [name, value] : contents_.training)
            hdf5::write_attribute(training.get(), name, value);
        write_texts_below(layout::training, contents_.training_texts);
    }

    void write_history() {
        if (contents_.history.empty()) return;
        hdf5::require_group(file_.get(), layout::history);
        for (const auto& [name, values] : contents_.history) {
            const std::string path = dataset_path(layout::history, name);
            hdf5::require_group(file_.get(), path.substr(0, path.rfind('/')));
            const Handle dataset =
                create_dataset(path, DType::f64, {static_cast<std::int64_t>(values.size())});
            hdf5::write_attribute(dataset.get(), layout::checksums,
                                  block_checksums(std::as_bytes(std::span(values))));
            check(H5Dwrite(dataset.get(), H5T_IEEE_F64LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
                  "can't write {} to {}", path, path_.string());
            cover(dataset, values.size() * sizeof(double));
        }
    }

    void create_datasets(const std::vector<std::vector<std::uint64_t>>& checksums) {
        hdf5::require_group(file_.get(), layout::parameters);
        for (std::size_t i = 0; i < contents_.datasets.size(); ++i) {
            const DatasetToWrite& dataset = contents_.datasets[i];
            hdf5::require_group(file_.get(), dataset.path.substr(0, dataset.path.rfind('/')));
            const Handle created = create_dataset(dataset.path, dataset.dtype, dataset.shape);
            hdf5::write_attribute(created.get(), layout::checksums, checksums[i]);
            result_.offsets.push_back(cover(created, bytes_of(dataset)));
        }
    }

    Structure finish() {
        write_digests(file_.get());
        hdf5::close_file(file_, path_);
        return std::move(result_);
    }

  private:
    static Handle access() {
        Handle list = hdf5::file_access();
        check(H5Pset_alignment(list.get(), aligned_from_bytes, alignment_bytes),
              "can't set an HDF5 property");
        return list;
    }

    Handle create_dataset(const std::string& path, DType dtype,
                          const std::vector<std::int64_t>& shape) const {
        return Handle(check(H5Dcreate2(file_.get(), path.c_str(), hdf5::make_type(dtype).get(),
                                       hdf5::make_space(shape).get(), H5P_DEFAULT, early_.get(), H5P_DEFAULT),
                            "can't create {} in {}", path, path_.string()));
    }

    void write_text(const std::string& path, const std::string& text) {
        const Handle dataset = hdf5::create_text(file_.get(), path, text);
        hdf5::write_attribute(dataset.get(), layout::checksums,
                              block_checksums(std::as_bytes(std::span(text))));
        cover(dataset, std::max<std::size_t>(1, text.size()));
    }

    void write_texts_below(const std::string& group, const std::map<std::string, std::string>& texts) {
        if (texts.empty()) return;
        hdf5::require_group(file_.get(), group);
        for (const auto& [name, text] : texts) write_text(group + "/" + name, text);
    }

    /// Notes that the bytes of a data set have checksums of their own; returns their place in the file.
    std::uint64_t cover(const Handle& dataset, std::size_t bytes) {
        if (bytes == 0) return 0;
        const haddr_t offset = H5Dget_offset(dataset.get());
        if (offset == HADDR_UNDEF)
            failure("HDF5 gave a data set of {} no place: {}", path_.string(), hdf5::last_reason());
        result_.covered.push_back({offset, offset + bytes});
        return offset;
    }

    const std::filesystem::path& path_;
    const FileContents& contents_;
    Handle file_;
    Handle early_{check(H5Pcreate(H5P_DATASET_CREATE), "can't make an HDF5 property list")};
    Structure result_;
};

}  // namespace

Structure write_structure(const std::filesystem::path& path, const FileContents& contents,
                          const std::vector<std::vector<std::uint64_t>>& checksums) {
    StructureWriter writer(path, contents);
    writer.write_root();
    writer.write_texts();
    writer.write_history();
    writer.create_datasets(checksums);
    return writer.finish();
}

}  // namespace remo::io
