// A line as a rectangle of constant width on the screen: one instance per line, four corners.
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 from_colour; // rgb linear, or r = position in the colour map if mapped; a = opacity
layout(location = 3) in vec4 to_colour;
layout(location = 4) in vec2 form; // x: width [px]; y: 1 = coloured by the colour map
uniform mat4 view_projection;
uniform vec2 pixels; // size of the picture [px]
uniform float pixel_scale; // supersampling factor, which scales the widths
uniform float lift; // offset towards the eye, in depth units per pixel of width: wide lines are in front of narrow ones
out vec4 ink;
out float mapped;
out float across; // from -1 to 1 over the line's width
out float half_width; // [px], including the soft edge

void main() {
    bool first = (gl_VertexID & 1) == 0;
    float side = (gl_VertexID & 2) == 0 ? -1.0 : 1.0;
    vec4 a = view_projection * vec4(from, 1.0);
    vec4 b = view_projection * vec4(to, 1.0);
    // Clips the part behind the eye, whose projection is meaningless.
    float near = 1e-4;
    if (a.w < near && b.w > near) {
        a = mix(a, b, (near - a.w) / (b.w - a.w));
    } else if (b.w < near && a.w > near) {
        b = mix(b, a, (near - b.w) / (a.w - b.w));
    }
    vec2 along = (b.xy / b.w - a.xy / a.w) * pixels;
    float length_px = length(along);
    vec2 normal = length_px > 1e-6 ? vec2(-along.y, along.x) / length_px : vec2(0.0, 1.0);
    float width = form.x * pixel_scale;
    half_width = 0.5 * max(width, 1.0) + 0.5;
    vec4 clip = first ? a : b;
    clip.xy += normal * side * half_width * 2.0 / pixels * clip.w;
    clip.z -= (2e-4 + lift * form.x) * clip.w;
    gl_Position = clip;
    ink = first ? from_colour : to_colour;
    ink.a *= min(width, 1.0); // a line thinner than a pixel is drawn one pixel wide and fainter
    mapped = form.y;
    across = side;
}
