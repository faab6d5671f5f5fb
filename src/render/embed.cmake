# Writes OUTPUT, a C++ header with every shader of FOLDER as a string constant. The build runs it when a shader changes.
set(content "#pragma once\n\nnamespace xpbd::render::shaders {\n\n")
foreach(name ${NAMES})
    file(READ ${FOLDER}/${name} text)
    string(REPLACE "." "_" variable ${name})
    string(APPEND content "inline constexpr char ${variable}[] = R\"glsl(${text})glsl\";\n\n")
endforeach()
string(APPEND content "} // namespace xpbd::render::shaders\n")
file(WRITE ${OUTPUT} "${content}")
