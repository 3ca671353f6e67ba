// The main function of every unit test program.
#define BOOST_TEST_MODULE remo
#include <boost/test/unit_test.hpp>
