// Ways to sum a gradient buffer over ranks of one node: mpirun -n 2 bench_allreduce [MB]...
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {

using Buffer = std::vector<float>;

int rank_of() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

int size_of() {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

/// `action` on each piece of the buffer.
void in_pieces(Buffer& buffer, std::size_t piece, const std::function<void(float*, int)>& action) {
    for (std::size_t begin = 0; begin < buffer.size(); begin += piece) {
        action(buffer.data() + begin, static_cast<int>(std::min(piece, buffer.size() - begin)));
    }
}

/// MPI's own algorithm.
void all_reduce(float* values, int count) {
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

/// Each rank sums its slice of all ranks' values in rank order, from a window that the node shares.
class SharedWindow {
  public:
    explicit SharedWindow(std::size_t piece) {
        float* base = nullptr;
        const auto bytes = static_cast<MPI_Aint>(piece * sizeof(float));
        MPI_Win_allocate_shared(bytes, sizeof(float), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window_);
        for (int rank = 0; rank < size_of(); ++rank) {
            MPI_Aint size = 0;
            int unit = 0;
            MPI_Win_shared_query(window_, rank, &size, &unit, &base);
            bases_.push_back(base);
        }
        MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
    }
    ~SharedWindow() {
        MPI_Win_unlock_all(window_);
        MPI_Win_free(&window_);
    }
    SharedWindow(const SharedWindow&) = delete;
    SharedWindow& operator=(const SharedWindow&) = delete;

    void all_reduce(float* values, int count) {
        float* own = bases_[static_cast<std::size_t>(rank_of())];
        std::copy_n(values, count, own);
        synchronise();
        sum_slice(count);
        synchronise();
        for (int rank = 0; rank < size_of(); ++rank) {
            const int begin = border(rank, count);
            std::copy_n(bases_[static_cast<std::size_t>(rank)] + begin, border(rank + 1, count) - begin,
                        values + begin);
        }
        synchronise();
    }

  private:
    static int border(int rank, int count) {
        return static_cast<int>(static_cast<std::int64_t>(count) * rank / size_of());
    }
    void synchronise() {
        MPI_Win_sync(window_);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(window_);
    }
    void sum_slice(int count) {
        float* own = bases_[static_cast<std::size_t>(rank_of())];
        const int end = border(rank_of() + 1, count);
        for (int i = border(rank_of(), count); i < end; ++i) {
            float sum = bases_[0][i];
            for (std::size_t rank = 1; rank < bases_.size(); ++rank) sum += bases_[rank][i];
            own[i] = sum;
        }
    }

    MPI_Win window_ = MPI_WIN_NULL;
    std::vector<float*> bases_;
};

/// Median seconds of the slowest rank.
double measure(const std::function<void()>& action) {
    std::vector<double> times;
    for (int run = 0; run < 7; ++run) {
        MPI_Barrier(MPI_COMM_WORLD);
        double time = -MPI_Wtime();
        action();
        time += MPI_Wtime();
        MPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        if (run > 0) times.push_back(time);
    }
    std::nth_element(times.begin(), times.begin() + 3, times.end());
    return times[3];
}

void report(const char* way, double megabytes, double piece_mib, double seconds) {
    if (rank_of() != 0) return;
    std::printf("%-14s %5.0f MB, pieces of %8.2f MiB: %7.1f ms, %5.2f GB/s\n", way, megabytes, piece_mib,
                1e3 * seconds, megabytes / 1e3 / seconds);
    std::fflush(stdout);
}

void run(double megabytes) {
    Buffer buffer(static_cast<std::size_t>(megabytes * 1e6 / sizeof(float)), 0.0f);
    const double whole = megabytes * 1e6 / (1 << 20);
    for (const double mib : {0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, whole}) {
        const auto piece =
            std::max<std::size_t>(1, static_cast<std::size_t>(mib * (1 << 20) / sizeof(float)));
        report("MPI_Allreduce", megabytes, mib, measure([&] { in_pieces(buffer, piece, all_reduce); }));
        if (mib == whole) continue;
        SharedWindow window(piece);
        report("shared window", megabytes, mib, measure([&] {
                   in_pieces(buffer, piece,
                             [&](float* values, int count) { window.all_reduce(values, count); });
               }));
    }
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; ++i) run(std::atof(argv[i]));
    if (argc == 1) {
        for (const double megabytes : {90.0, 265.0}) run(megabytes);
    }
    MPI_Finalize();
    return 0;
}
