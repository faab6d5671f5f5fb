uniform vec2 depth_range; // near and far [m]

// From the eye's plane to a depth of the picture [m].
float distance_of(float depth) {
    float d = depth * 2.0 - 1.0;
    float near = depth_range.x;
    float far = depth_range.y;
    return 2.0 * near * far / (far + near - d * (far - near));
}

// Logarithm of a distance: from 0 at near to 1 at far.
float code_of(float metres) { return log2(metres / depth_range.x) / log2(depth_range.y / depth_range.x); }

// The code of a relative difference.
float code_of_change(float share) { return 1.442695 * share / log2(depth_range.y / depth_range.x); }

// A code in two channels of 8 bits.
vec2 channels_of(float code) {
    float whole = floor(clamp(code, 0.0, 1.0) * 65535.0 + 0.5);
    float high = floor(whole / 256.0);
    return vec2(high, whole - 256.0 * high) / 255.0;
}

float code_in(vec2 channels) { return dot(channels, vec2(65280.0, 255.0) / 65535.0); }
