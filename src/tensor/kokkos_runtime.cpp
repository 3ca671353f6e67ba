#include "kokkos_runtime.hpp"

#include "remo/base/error.hpp"
#include "remo/tensor/detail/execution_space.hpp"

namespace remo {

namespace {

#if KOKKOS_VERSION >= 30700
void initialize(const DeviceOptions& options) {
    Kokkos::InitializationSettings settings;
    settings.set_disable_warnings(true);
    if (options.threads > 0) settings.set_num_threads(options.threads);
#if KOKKOS_VERSION >= 40300
    if (!memory_is_host_accessible) settings.set_device_id(options.local_rank % Kokkos::num_devices());
#else
    if (!memory_is_host_accessible) settings.set_map_device_id_by("mpi_rank");
#endif
    Kokkos::initialize(settings);
}
#else
void initialize(const DeviceOptions& options) {
    Kokkos::InitArguments arguments;
    arguments.disable_warnings = true;
    if (options.threads > 0) arguments.num_threads = options.threads;
    if (!memory_is_host_accessible) arguments.ndevices = options.local_ranks;
    Kokkos::initialize(arguments);
}
#endif

}  // namespace

void start_kokkos(const DeviceOptions& options) {
    require(!Kokkos::is_initialized(), "A process has one Device: the Kokkos runtime is already in use.");
    initialize(options);
}

void stop_kokkos() {
    Kokkos::finalize();
}

}  // namespace remo
