#pragma once
/// \file
/// A file of fixed slots through which the ranks' watchdogs see each other without MPI.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace remo::comm {

/// One rank's last sign of life.
struct Heartbeat {
    std::uint64_t beat = 0;      ///< grows with every write; 0: never written
    std::uint64_t progress = 0;  ///< LifeSigns::progress
    std::int64_t update = 0;
    bool waiting = false;
    std::string host;
    std::string phase;  ///< the call waited in, or the phase of local work
};

class HeartbeatFile {
  public:
    HeartbeatFile(std::filesystem::path path, int ranks) : path_(std::move(path)), ranks_(ranks) {}
    /// Creates an empty file; before any rank writes. Error(failure) when it can't.
    void create() const;
    /// Both open the file anew, so that network file systems show what others wrote. False: the file system failed.
    bool write(int rank, const Heartbeat& heartbeat) const;
    bool read(std::vector<Heartbeat>& all) const;
    void remove() const;

  private:
    std::filesystem::path path_;
    int ranks_;
};

}  // namespace remo::comm
