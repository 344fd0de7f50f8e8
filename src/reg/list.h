/* list - one row per regularizer. */
REG(l2)
REG(l1)
REG(elastic)
REG(elastic_ball)
REG(entropy)
REG(nonneg)
REG(box)
