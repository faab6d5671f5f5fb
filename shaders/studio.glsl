// How much of the sky's light the surroundings leave.
uniform sampler2D occlusion;    // share of the sky that is seen
uniform vec4 occlusion_place;   // from pixels to its coordinates: scale, offset

// Where it is not SOFT: what it is at `usual` places.
float open_sky(float usual) {
#ifdef SOFT
    return texture(occlusion, gl_FragCoord.xy * occlusion_place.xy + occlusion_place.zw).r;
#else
    return usual;
#endif
}
