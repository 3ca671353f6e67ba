#pragma once
/// \file
/// The one Device of a test program.
#include <boost/test/unit_test.hpp>
#include <memory>

#include "remo/tensor/device.hpp"

namespace remo::testing {

inline std::unique_ptr<Device>& device_slot() {
    static std::unique_ptr<Device> slot;
    return slot;
}

/// Made when first asked for; ends with the tests, before static objects go. No buffer may outlive its test.
inline Device& device() {
    if (!device_slot()) device_slot() = std::make_unique<Device>();
    return *device_slot();
}

struct DeviceFixture {
    ~DeviceFixture() { device_slot().reset(); }
};
// One in each file that includes this header; the first to end stops the device, the others find nothing to do.
BOOST_TEST_GLOBAL_FIXTURE(DeviceFixture);

}  // namespace remo::testing
