/* panel_avx2 - the tile kernel in vectors of four doubles. */
#define TILE panel_tile_avx2
#define LANES 4
#include "math/panel_template.h"
