#version 330 core
in vec2 screen;
out vec4 colour;
uniform vec3 bottom;
uniform vec3 top;
uniform vec2 rows; // of the whole picture, that this part of it begins and ends with, in [0, 1]
void main() { colour = vec4(mix(bottom, top, smoothstep(0.0, 1.0, mix(rows.x, rows.y, screen.y))), 1.0); }
