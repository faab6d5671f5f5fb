# Installs the build in BUILD into a folder of its own, then configures, builds and runs the consumer against it.
set(work ${BUILD}/package_test)
file(REMOVE_RECURSE ${work})
function(run)
    execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE)
    set(output "${output}" PARENT_SCOPE)
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
foreach(file bin/xpbd-lab include/xpbd_lab/core/step/solver.h share/xpbd-lab/LICENSE
        share/applications/xpbd-lab.desktop share/mime/packages/xpbd-lab.xml share/icons/hicolor/scalable/apps/xpbd-lab.svg
        share/metainfo/io.github.xpbd_lab.xpbd_lab.metainfo.xml)
    if(NOT EXISTS ${work}/prefix/${file})
        message(FATAL_ERROR "${file} is not installed")
    endif()
endforeach()
run(${CMAKE_COMMAND} -S ${SOURCE}/tests/package -B ${work}/build -G Ninja -DCMAKE_PREFIX_PATH=${work}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/plugin_user)
run(${work}/build/consumer)
# Theory: alpha m g N (N+1)/2 = 1e-3 * 0.05 * 9.81 * 210
if(NOT output MATCHES "sag 0.103005 m, effective stiffness 1000.000 N/m")
    message(FATAL_ERROR "the consumer printed: ${output}")
endif()
