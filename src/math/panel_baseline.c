/* panel_baseline - the tile kernel in vectors of two doubles. */
#define TILE panel_tile_baseline
#define LANES 2
#include "math/panel_template.h"
