# Configures the program without a window into a folder of its own in BUILD, with every package of the window hidden;
# with BUILD_PROGRAM, builds it unoptimised, and runs its commands.
get_filename_component(BUILD ${BUILD} ABSOLUTE)
set(work ${BUILD}/without_window_test)
file(REMOVE_RECURSE ${work})
set(hidden "")
foreach(package OpenGL glfw3 PkgConfig X11 imgui GTest benchmark)
    list(APPEND hidden -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${work} -G Ninja -DXPBD_WINDOW=OFF -DXPBD_BUILD_TESTS=OFF
                        ${hidden} -DFETCHCONTENT_FULLY_DISCONNECTED=ON
                        -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0
                        -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS}
                COMMAND_ERROR_IS_FATAL ANY)
foreach(file CMakeCache.txt compile_commands.json)
    file(STRINGS ${work}/${file} found REGEX "imgui|[Gg][Ll][Ff][Ww]|OPENGL|OpenGL|EGL|glad")
    list(FILTER found EXCLUDE REGEX "^//|^CMAKE_DISABLE_FIND_PACKAGE_") # drops help, and names of hidden packages
    if(found)
        message(FATAL_ERROR "${file} names what only the window needs:\n${found}")
    endif()
endforeach()
if(NOT BUILD_PROGRAM)
    return()
endif()

execute_process(COMMAND ${CMAKE_COMMAND} --build ${work} COMMAND_ERROR_IS_FATAL ANY)
find_program(READELF readelf REQUIRED)
execute_process(COMMAND ${READELF} -d ${work}/xpbd-lab OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
if(needed MATCHES "lib(GL|EGL|OpenGL|glfw|X11|imgui)[^a-z]")
    message(FATAL_ERROR "the program is linked with what only the window needs:\n${needed}")
endif()

# check(CODE REGEX ARGUMENTS...): the exit code, and text in standard output or error.
function(check code regex)
    execute_process(COMMAND ${work}/xpbd-lab ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
    if(NOT result EQUAL code OR NOT text MATCHES "${regex}")
        message(FATAL_ERROR "xpbd-lab ${ARGN}: exit code ${result}, not ${code}, or no \"${regex}\" in:\n${text}")
    endif()
    set(text "${text}" PARENT_SCOPE)
endfunction()
check(0 "\n2,[^\n]*,b,xpbd," run --frames 2 --csv -)
check(0 "iterations" sweep --vary iterations=1,2 --frames 2 --out - --quiet)
check(0 "rope_hanging" list scenes)
check(0 "no plots\n$" figure oscillator --out ${work}/figures)
file(GLOB written RELATIVE ${work}/figures ${work}/figures/*)
if(NOT written STREQUAL "oscillator.csv")
    message(FATAL_ERROR "figure wrote ${written}")
endif()
check(2 "^xpbd-lab: this program was built without a window and pictures [^\n]*: no window; [^\n]*\n$")
check(2 "^xpbd-lab: this program was built without a window and pictures [^\n]*: no shot; [^\n]*\n$" shot --out a.png)
check(0 "Exit codes" --help)
if(text MATCHES " shot|the window")
    message(FATAL_ERROR "the help lists what the program has not:\n${text}")
endif()
