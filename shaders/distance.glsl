// Conversions between depth, metres and a logarithmic code that fits two bytes.
uniform vec2 depth_range; // near and far [m]

// Distance of a depth value from the eye's plane [m].
float distance_of(float depth) {
    float d = depth * 2.0 - 1.0;
    float near = depth_range.x;
    float far = depth_range.y;
    return 2.0 * near * far / (far + near - d * (far - near));
}

// Logarithm of a distance: 0 at the near plane, 1 at the far plane.
float code_of(float metres) { return log2(metres / depth_range.x) / log2(depth_range.y / depth_range.x); }

// Difference of codes for a relative difference of distance.
float code_of_change(float share) { return 1.442695 * share / log2(depth_range.y / depth_range.x); }

// A code as two channels of 8 bits.
vec2 channels_of(float code) {
    float whole = floor(clamp(code, 0.0, 1.0) * 65535.0 + 0.5);
    float high = floor(whole / 256.0);
    return vec2(high, whole - 256.0 * high) / 255.0;
}

float code_in(vec2 channels) { return dot(channels, vec2(65280.0, 255.0) / 65535.0); }
