#version 330 core
in vec2 screen;
out vec4 colour;
uniform vec3 bottom;
uniform vec3 top;
void main() { colour = vec4(mix(bottom, top, smoothstep(0.0, 1.0, screen.y)), 1.0); }
