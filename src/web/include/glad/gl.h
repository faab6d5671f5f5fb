#pragma once

// For a page, in the place of the header that glad makes: WebGL 2 needs no looking up, its functions are linked. Below,
// what the renderer names of OpenGL and WebGL has not; it does not come to use it there, see GlAbilities.

#include <GLES3/gl3.h>

#ifndef GL_BGRA
#define GL_BGRA 0x80E1
#endif
#define GL_UNSIGNED_INT_8_8_8_8_REV 0x8367
#define GL_TEXTURE_2D_MULTISAMPLE 0x9100
#define GL_MAX_COLOR_TEXTURE_SAMPLES 0x910E
#define GL_SAMPLE_POSITION 0x8E50
#define GL_SAMPLE_SHADING 0x8C36

inline void glMinSampleShading(GLfloat) {}
inline void glTexImage2DMultisample(GLenum, GLsizei, GLenum, GLsizei, GLsizei, GLboolean) {}
inline void glGetMultisamplefv(GLenum, GLuint, GLfloat*) {}
