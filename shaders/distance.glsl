uniform highp sampler2D depth_map;
uniform vec2 depth_range; // near and far [m]

// From the eye's plane to a depth of the picture [m].
float distance_of(float depth) {
    float d = depth * 2.0 - 1.0;
    float near = depth_range.x;
    float far = depth_range.y;
    return 2.0 * near * far / (far + near - d * (far - near));
}

// The same, of what a pixel shows.
float distance_at(ivec2 at) { return distance_of(texelFetch(depth_map, at, 0).r); }
