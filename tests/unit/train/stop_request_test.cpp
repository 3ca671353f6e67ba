// Signals that arrive while kernels compute leave memory and results alone.
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <random>
#include <thread>

#include "remo/kernels/gemm/gemm.hpp"
#include "remo/train/stop_request.hpp"
#include "support/tensors.hpp"

namespace {

using namespace remo;
using Clock = std::chrono::steady_clock;

/// Sends SIGUSR1 to the thread that makes it, over and over.
class Pesterer {
  public:
    Pesterer()
        : target_(pthread_self()), thread_([this] {
              while (!end_) {
                  pthread_kill(target_, SIGUSR1);
                  ++sent_;
                  std::this_thread::sleep_for(std::chrono::microseconds(50));
              }
          }) {}
    ~Pesterer() {
        end_ = true;
        thread_.join();
    }
    [[nodiscard]] long sent() const { return sent_; }

  private:
    pthread_t target_;
    std::atomic<bool> end_{false};
    std::atomic<long> sent_{0};
    std::thread thread_;
};

/// Elements of a product of ones that are not the inner size: of weights' gradients over `tokens` tokens.
Index wrong_elements(Index rows, Index columns, Index tokens) {
    const auto ones = [](Index count) { return std::vector<float>(static_cast<std::size_t>(count), 1.0f); };
    const testing::DeviceArray<float> a(ones(tokens * rows)), b(ones(tokens * columns)),
        c(ones(rows * columns));
    kernels::gemm(testing::device(), kernels::Transpose::yes, kernels::Transpose::no, 1.0f,
                  a.matrix(tokens, rows), b.matrix(tokens, columns), 0.0f, c.matrix(rows, columns));
    Index wrong = 0;
    for (const float value : c.values()) wrong += value != static_cast<float>(tokens);
    return wrong;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stop_request)

// On the thread's own stack a signal's frame would overwrite the heap while a kernel of oneDNN 2.6.3 runs.
BOOST_AUTO_TEST_CASE(signals_do_not_disturb_kernels) {
    const train::StopRequest request;
    std::mt19937 random(3);
    Index wrong = 0;
    long sent = 0;
    {
        const Pesterer pesterer;
        const auto end = Clock::now() + std::chrono::milliseconds(1500);
        while (Clock::now() < end) {
            const Index sizes[] = {2, 32, 128, 384, 512};
            wrong += wrong_elements(sizes[random() % 5], sizes[random() % 5], 1 + random() % 600);
        }
        sent = pesterer.sent();
    }
    BOOST_TEST(wrong == 0);
    BOOST_TEST(sent > 100);
    BOOST_TEST(request.pending());
    BOOST_TEST(request.signal_number() == SIGUSR1);
}

BOOST_AUTO_TEST_SUITE_END()
