/* list - one row per regularizer. */
REG(l2)
