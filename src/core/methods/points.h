#pragma once

#include "core/constraints/fold.h"
