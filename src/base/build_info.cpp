#include "remo/base/build_info.hpp"

#include "build_info_values.hpp"
#include "remo/base/cpu_features.hpp"

namespace remo {

const BuildInfo& build_info() {
    static constexpr BuildInfo info{
        .version = REMO_VERSION_VALUE,
        .git_commit = REMO_GIT_COMMIT_VALUE,
        .build_type = REMO_BUILD_TYPE_VALUE,
        .compiler = REMO_COMPILER_VALUE,
        .march = REMO_MARCH_VALUE,
        .gemm = REMO_GEMM_VALUE,
        .kokkos_version = REMO_KOKKOS_VERSION_VALUE,
    };
    return info;
}

std::string missing_cpu_features() {
    std::string names;
    for_each_missing_cpu_feature([&](const char* name) {
        if (!names.empty()) names += ", ";
        names += name;
    });
    return names;
}

}  // namespace remo
