// To be preloaded into remo: once the file FAULT_FILE exists, one allocation of rank FAULT_RANK's main thread fails, as on a
// node without memory. The rank comes from Open MPI's or PMI's environment.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>

namespace {

bool here() {
    const char* wanted = std::getenv("FAULT_RANK");
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
        const char* rank = std::getenv(name);
        if (rank != nullptr) return wanted != nullptr && std::strcmp(rank, wanted) == 0;
    }
    return false;
}

bool fails_now() {
    static bool armed = here();
    if (!armed || gettid() != getpid()) return false;
    const char* file = std::getenv("FAULT_FILE");
    if (file == nullptr || access(file, F_OK) != 0) return false;
    armed = false;
    return true;
}

}  // namespace

void* operator new(std::size_t size) {
    void* memory = fails_now() ? nullptr : std::malloc(size > 0 ? size : 1);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
