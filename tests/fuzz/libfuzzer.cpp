// The function that libFuzzer calls with every input; XPBD_FUZZ_TARGET is the target of this program.
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return xpbd::fuzz::XPBD_FUZZ_TARGET(data, size);
}
