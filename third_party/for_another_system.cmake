# What this machine's packages give a program for another system: libraries that are headers alone, and sources. The rest
# of this machine's headers must not be seen, those of its C library least of all: each library is reached through a
# folder of the build tree that holds links to just these.
set(foreign_headers ${CMAKE_CURRENT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${foreign_headers})

# header_library(TARGET ENTRY [FOLDER]): the imported target TARGET with the header or folder ENTRY, which lies in FOLDER
# below this machine's headers. Where it does not, the pinned sources serve, as everywhere.
function(header_library target entry)
    find_path(place ${entry} PATHS /usr/include /usr/local/include PATH_SUFFIXES ${ARGN} NO_DEFAULT_PATH
              NO_CMAKE_FIND_ROOT_PATH NO_CACHE)
    if(NOT place)
        return()
    endif()
    file(CREATE_LINK ${place}/${entry} ${foreign_headers}/${entry} SYMBOLIC)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} INTERFACE ${foreign_headers})
endfunction()
header_library(glm::glm glm)
header_library(Eigen3::Eigen Eigen eigen3)
header_library(nlohmann_json::nlohmann_json nlohmann)
header_library(CLI11::CLI11 CLI)
if(EMSCRIPTEN)
    header_library(glfw_headers GLFW) # the functions are ours: src/web
endif()

# Sources that packages leave below /usr/src stand for the pinned ones.
if(EXISTS /usr/src/googletest/CMakeLists.txt)
    set(FETCHCONTENT_SOURCE_DIR_GOOGLETEST /usr/src/googletest)
    set(BUILD_GMOCK OFF)
endif()
# And what install.sh --windows has unpacked of the distribution's source packages.
foreach(name glfw imgui)
    if(EXISTS ${PROJECT_SOURCE_DIR}/build/sources/${name})
        string(TOUPPER FETCHCONTENT_SOURCE_DIR_${name} variable)
        set(${variable} ${PROJECT_SOURCE_DIR}/build/sources/${name})
    endif()
endforeach()
