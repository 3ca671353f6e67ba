#pragma once
/// \file
/// What this program was built from and for.
#include <string>
#include <string_view>

namespace remo {

struct BuildInfo {
    std::string_view version;         ///< "0.1.0"
    std::string_view git_commit;      ///< "1a2b3c4d5e6f", with "-dirty" where files were changed
    std::string_view build_type;      ///< "Release"
    std::string_view compiler;        ///< "GNU 12.2.0"
    std::string_view march;           ///< "native", "x86-64-v3", …; empty: the compiler's default
    std::string_view gemm;            ///< "onednn", "eigen" or "cublas"
    std::string_view kokkos_version;  ///< "3.4.1"
};

const BuildInfo& build_info();

/// The instruction-set extensions that this build was compiled to use and this processor lacks, e.g. "avx512f";
/// empty when the program may run.
std::string missing_cpu_features();

}  // namespace remo
