#pragma once
/// \file
/// Writing a model or checkpoint file in steps, so that training may go on meanwhile.
#include <filesystem>
#include <memory>

#include "remo/comm/communicator.hpp"
#include "remo/io/checkpoint_file.hpp"

namespace remo::io {

enum class Writing {
    at_once,       ///< by the thread that asks
    in_background  ///< by a thread of this object, from a copy of the values
};

/// One file on its way, as write_file describes it. HDF5 and MPI are only called by the thread that uses this object; another
/// one, if there is one, writes raw bytes. Errors are the same on all ranks (comm::AgreedError, exit status failure); then the file
/// under the final name is what it was before.
class FileWriter {
  public:
    /// Collective: makes the file under its partial name and writes, or begins to write, this rank's values. `communicator` must
    /// outlive the object, the values of the data sets live until wait_for_copy() has returned.
    FileWriter(const comm::Communicator& communicator, std::filesystem::path path, FileContents contents,
               Writing writing);
    /// Gives up a file that was not finished: it waits for the thread, and rank 0 removes the partial file.
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    /// Waits until the values of the data sets were copied, so that they may change.
    void wait_for_copy() const;
    /// Whether this rank's values are on the disk (or can't be written): then finish() need not wait for this rank.
    [[nodiscard]] bool written() const;
    /// Collective: waits for all ranks, completes, verifies and publishes the file. Once only.
    void finish();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::io
