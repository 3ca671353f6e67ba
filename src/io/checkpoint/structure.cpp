#include "structure.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "../hdf5/attributes.hpp"
#include "../hdf5/file.hpp"
#include "../hdf5/memory_image.hpp"
#include "../hdf5/space.hpp"
#include "../hdf5/text.hpp"
#include "../hdf5/tree.hpp"
#include "../hdf5/types.hpp"
#include "checksum.hpp"
#include "layout.hpp"
#include "object_digest.hpp"
#include "remo/base/build_info.hpp"
#include "seal.hpp"

namespace remo::io {

namespace {

using hdf5::check;
using hdf5::Handle;

// Data sets from this size on begin at a page of the file system.
constexpr hsize_t aligned_from_bytes = 64 * 1024;
constexpr hsize_t alignment_bytes = 4096;

constexpr std::size_t piece_bytes = std::size_t{1} << 20;

}  // namespace

class Structure::Impl {
  public:
    Impl(const std::filesystem::path& path, const FileContents& contents)
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

    void create_datasets() {
        hdf5::require_group(file_.get(), layout::parameters);
        for (const DatasetToWrite& dataset : contents_.datasets) {
            hdf5::require_group(file_.get(), dataset.path.substr(0, dataset.path.rfind('/')));
            Handle created = create_dataset(dataset.path, dataset.dtype, dataset.shape);
            offsets_.push_back(cover(created, bytes_of(dataset)));
            if (bytes_of(dataset) > 0)
                written_.push_back({offsets_.back(), offsets_.back() + bytes_of(dataset)});
            datasets_.push_back(std::move(created));
        }
    }

    [[nodiscard]] const std::vector<std::uint64_t>& offsets() const { return offsets_; }

    /// The checksums and digests that are still to come take about 16 bytes a block and a few hundred a data set.
    [[nodiscard]] std::uint64_t bytes() const {
        std::uint64_t more = std::uint64_t{1} << 20;
        for (const DatasetToWrite& dataset : contents_.datasets)
            more += 1024 + 16 * block_count(bytes_of(dataset));
        return image_.size() + more;
    }

    void finish(const std::vector<Checksums>& checksums) {
        for (std::size_t i = 0; i < datasets_.size(); ++i)
            hdf5::write_attribute(datasets_[i].get(), layout::checksums, checksums[i]);
        datasets_.clear();
        write_digests(file_.get());
        hdf5::close_file(file_, path_);
        std::ranges::sort(written_, {}, &ByteRange::begin);
        const Handle opens(check(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, access().get()),
                                 "HDF5 can't open what it made for {}", path_.string()));
    }

    /// All bytes but the values of the data sets, then the seal.
    void write(const OutputFile& file) const {
        std::uint64_t begin = 0;
        for (const ByteRange& range : written_) {
            write_piece(file, begin, range.begin);
            begin = range.end;
        }
        write_piece(file, begin, image_.size());
        const auto read = [this](std::uint64_t offset, std::span<std::byte> target) {
            image_.read(offset, target);
        };
        const std::vector<std::byte> seal = make_seal(read, image_.size(), covered_);
        file.write(image_.size(), seal);
        file.resize(image_.size() + seal.size());
    }

  private:
    void write_piece(const OutputFile& file, std::uint64_t begin, std::uint64_t end) const {
        std::vector<std::byte> bytes(std::min<std::uint64_t>(piece_bytes, end - begin));
        while (begin < end) {
            const std::span piece(bytes.data(), std::min<std::uint64_t>(bytes.size(), end - begin));
            image_.read(begin, piece);
            file.write(begin, piece);
            begin += piece.size();
        }
    }

    Handle access() {
        Handle list = hdf5::file_access();
        driver_.use(list, image_);
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
        covered_.push_back({offset, offset + bytes});
        return offset;
    }

    std::filesystem::path path_;
    const FileContents& contents_;
    hdf5::MemoryImage image_;
    hdf5::MemoryDriver driver_;
    Handle file_;
    Handle early_{check(H5Pcreate(H5P_DATASET_CREATE), "can't make an HDF5 property list")};
    std::vector<Handle> datasets_;  ///< until they have their checksums
    std::vector<std::uint64_t> offsets_;
    std::vector<ByteRange> covered_;  ///< bytes under checksums of their own: data sets, texts, columns
    std::vector<ByteRange> written_;  ///< those that others write
};

Structure::Structure(const std::filesystem::path& path, const FileContents& contents)
    : impl_(std::make_unique<Impl>(path, contents)) {
    impl_->write_root();
    impl_->write_texts();
    impl_->write_history();
    impl_->create_datasets();
}

Structure::~Structure() = default;
Structure::Structure(Structure&&) noexcept = default;
Structure& Structure::operator=(Structure&&) noexcept = default;

const std::vector<std::uint64_t>& Structure::offsets() const {
    return impl_->offsets();
}

std::uint64_t Structure::bytes() const {
    return impl_->bytes();
}

void Structure::finish(const std::vector<Checksums>& checksums) {
    impl_->finish(checksums);
}

void Structure::write(const OutputFile& file) const {
    impl_->write(file);
}

}  // namespace remo::io
