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
    /// Gives up a file that was not finished: it waits for the thread, and rank 0 removes the partial file. A file that was
    /// being published may appear all the same.
    ~FileWriter();
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;

    /// Waits until the values of the data sets were copied, so that they may change.
    void wait_for_copy() const;
    /// Whether this rank's part of the step under way is done (or failed): then advance() need not wait for this rank.
    [[nodiscard]] bool ready() const;
    /// Collective: waits for the step under way on all ranks and begins the next one. True: there is none, the file is verified
    /// and published.
    bool advance();
    /// Collective: goes through all steps.
    void finish();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace remo::io
