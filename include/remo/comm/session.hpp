#pragma once
/// \file
/// Life time of the MPI library.
namespace remo::comm {

/// MPI_Init_thread(FUNNELED) … MPI_Finalize; errors are returned, not fatal. One per process, first in main.
class Session {
  public:
    Session(int* argc, char*** argv);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
};

}  // namespace remo::comm
