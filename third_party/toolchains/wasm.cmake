# WebAssembly with vectors of 128 bits, by Emscripten (Debian: emscripten, nodejs).
set(EMSCRIPTEN_FORCE_COMPILERS ON)
find_path(emscripten_modules Emscripten.cmake NO_CMAKE_FIND_ROOT_PATH
    PATHS $ENV{EMSCRIPTEN}/cmake/Modules/Platform /usr/share/emscripten/cmake/Modules/Platform
          /usr/lib/emscripten/cmake/Modules/Platform)
if(NOT emscripten_modules)
    message(FATAL_ERROR "Emscripten is not installed; if it is elsewhere, set the variable EMSCRIPTEN to its folder")
endif()
include(${emscripten_modules}/Emscripten.cmake)
set(CMAKE_CXX_FLAGS_INIT "-msimd128")
