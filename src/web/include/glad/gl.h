#pragma once

// Replaces the header that glad generates: WebGL 2's functions are linked and need no loader. Below are names of OpenGL
// that the renderer uses and WebGL lacks. They are not reached at run time, because GlAbilities excludes them.

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
