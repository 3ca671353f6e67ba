#include "remo/comm/communicator.hpp"

#include <array>
#include <utility>

#include "check.hpp"

namespace remo::comm {
namespace {

MPI_Comm duplicate_of(MPI_Comm handle) {
    MPI_Comm copy = MPI_COMM_NULL;
    check(MPI_Comm_dup(handle, &copy), "MPI_Comm_dup");
    return copy;
}

}  // namespace

Communicator::Communicator(MPI_Comm owned, LifeSigns* signs) : handle_(owned), signs_(signs) {
    check(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
}

Communicator Communicator::world() {
    return Communicator(duplicate_of(MPI_COMM_WORLD));
}

Communicator Communicator::self() {
    return Communicator(duplicate_of(MPI_COMM_SELF));
}

Communicator::~Communicator() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (handle_ != MPI_COMM_NULL && finalized == 0) MPI_Comm_free(&handle_);
}

Communicator::Communicator(Communicator&& other) noexcept
    : handle_(std::exchange(other.handle_, MPI_COMM_NULL)),
      rank_(other.rank_),
      size_(other.size_),
      signs_(other.signs_) {}

Communicator& Communicator::operator=(Communicator&& other) noexcept {
    std::swap(handle_, other.handle_);
    rank_ = other.rank_;
    size_ = other.size_;
    signs_ = other.signs_;
    return *this;
}

Communicator Communicator::node() const {
    MPI_Comm part = MPI_COMM_NULL;
    check(MPI_Comm_split_type(handle_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &part),
          "MPI_Comm_split_type");
    return Communicator(part, signs_);
}

Communicator Communicator::split(int colour, int key) const {
    MPI_Comm part = MPI_COMM_NULL;
    check(MPI_Comm_split(handle_, colour, key, &part), "MPI_Comm_split");
    return Communicator(part, signs_);
}

Communicator Communicator::duplicate() const {
    return Communicator(duplicate_of(handle_), signs_);
}

void Communicator::barrier() const {
    const LifeSigns::Waiting waiting(signs_, "MPI_Barrier");
    check(MPI_Barrier(handle_), "MPI_Barrier");
}

std::string Communicator::host() const {
    std::array<char, MPI_MAX_PROCESSOR_NAME + 1> name{};
    int length = 0;
    check(MPI_Get_processor_name(name.data(), &length), "MPI_Get_processor_name");
    return {name.data(), static_cast<std::size_t>(length)};
}

}  // namespace remo::comm
