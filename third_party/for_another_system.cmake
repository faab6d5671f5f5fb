# Finds header-only libraries and sources in this machine's packages when the program is built for another system. Other
# headers of this machine must stay invisible, above all its C library's: each library gets a folder in the build tree
# with links to its own headers only.
set(foreign_headers ${CMAKE_CURRENT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${foreign_headers})

# header_library(TARGET ENTRY [FOLDER]): defines the imported target TARGET with the header or folder ENTRY, found in
# FOLDER of this machine's headers. If it is not found, the pinned sources are used.
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
header_library(nlohmann_json::nlohmann_json nlohmann)
header_library(CLI11::CLI11 CLI)
if(EMSCRIPTEN)
    header_library(glfw_headers GLFW) # src/web implements the functions
endif()

# Sources that packages install in /usr/src replace the pinned ones.
if(EXISTS /usr/src/googletest/CMakeLists.txt)
    set(FETCHCONTENT_SOURCE_DIR_GOOGLETEST /usr/src/googletest)
    set(BUILD_GMOCK OFF)
endif()
# Sources that install.sh --windows has unpacked from the distribution's source packages replace them, too.
foreach(name glfw imgui)
    if(EXISTS ${PROJECT_SOURCE_DIR}/build/sources/${name})
        string(TOUPPER FETCHCONTENT_SOURCE_DIR_${name} variable)
        set(${variable} ${PROJECT_SOURCE_DIR}/build/sources/${name})
    endif()
endforeach()
