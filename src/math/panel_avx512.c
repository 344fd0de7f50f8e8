/* panel_avx512 - the tile kernel in vectors of eight doubles. */
#define TILE panel_tile_avx512
#define LANES 8
#include "math/panel_template.h"
