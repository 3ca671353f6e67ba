#include "openmp_threads.hpp"

#include <dlfcn.h>

namespace remo {

// Looked up when running: remo itself is not compiled with OpenMP, and which runtime comes with the GEMM
// library (libgomp, libiomp5, libomp) is that library's choice.
void limit_openmp_threads(int threads) {
    using SetThreads = void (*)(int);
    if (const auto set = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "omp_set_num_threads")))
        set(threads);
}

}  // namespace remo
