# Configures every combination of the options that choose targets, and checks which files each combination compiles.
# Packages that a combination does not need are hidden from it, and nothing can be fetched.
set(work ${BUILD}/options_test)
file(REMOVE_RECURSE ${work})

# expect(IS REGEX): fails unless a file that matches is compiled (IS true) or is not (IS false).
function(expect is regex)
    string(REGEX MATCH "\"file\": \"[^\"]*${regex}" found "${compiled}")
    if((is AND NOT found) OR (NOT is AND found))
        message(FATAL_ERROR "${options}: ${regex} is compiled: ${found}")
    endif()
endfunction()

foreach(window ON OFF)
    foreach(tests ON OFF)
        foreach(benchmarks ON OFF)
            foreach(together ON OFF)
                set(options -DXPBD_WINDOW=${window} -DXPBD_BUILD_TESTS=${tests} -DXPBD_BUILD_BENCHMARKS=${benchmarks}
                            -DXPBD_COMPILE_TOGETHER=${together} -DXPBD_WARNINGS_AS_ERRORS=${together})
                set(hidden "")
                foreach(package_of "glfw3:window" "OpenGL:window" "GTest:tests" "benchmark:benchmarks")
                    string(REPLACE ":" ";" package_of ${package_of})
                    list(GET package_of 0 package)
                    list(GET package_of 1 option)
                    set(hide ON)
                    if(${option})
                        set(hide OFF)
                    endif()
                    list(APPEND hidden -DCMAKE_DISABLE_FIND_PACKAGE_${package}=${hide})
                endforeach()
                # One folder for all, so that the compiler is tested once. Options replace those from before.
                execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${work} -G Ninja ${options} ${hidden}
                                        -DFETCHCONTENT_FULLY_DISCONNECTED=ON
                                        -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS}
                                RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
                if(NOT code EQUAL 0)
                    message(FATAL_ERROR "${options}: does not configure\n${output}")
                endif()
                file(READ ${work}/compile_commands.json compiled)
                expect(ON "src/main.cpp")
                expect(${benchmarks} "tests/benchmarks/step_benchmark.cpp")
                expect(${tests} "tests/lab/run/interrupt_test.cpp|lab_tests.dir/Unity")
                if(window AND benchmarks)
                    expect(ON "tests/benchmarks/ui_benchmark.cpp")
                elseif(NOT window)
                    expect(OFF "tests/benchmarks/ui_benchmark.cpp|tests/benchmarks/render_benchmark.cpp|src/render/")
                endif()
            endforeach()
        endforeach()
    endforeach()
endforeach()
file(REMOVE_RECURSE ${work})
