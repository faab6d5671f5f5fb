// Ambient light: the irradiance of the studio's sky in spherical harmonics (Ramamoorthi, Hanrahan, An Efficient
// Representation for Irradiance Environment Maps, 2001), less where the surroundings hide the sky.
uniform vec3 sky[9];
uniform sampler2D occlusion;    // share of the sky that is seen
uniform vec4 occlusion_place;   // from pixels to its coordinates: scale, offset

vec3 ambient(vec3 n) {
    return sky[0] + sky[1] * n.y + sky[2] * n.z + sky[3] * n.x + sky[4] * (n.x * n.y) + sky[5] * (n.y * n.z) +
           sky[6] * (3.0 * n.z * n.z - 1.0) + sky[7] * (n.x * n.z) + sky[8] * (n.x * n.x - n.y * n.y);
}

// Where it is not SOFT: what it is at `usual` places.
float open_sky(float usual) {
#ifdef SOFT
    return texture(occlusion, gl_FragCoord.xy * occlusion_place.xy + occlusion_place.zw).r;
#else
    return usual;
#endif
}
