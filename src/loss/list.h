/* list - one row per loss. */
LOSS(hinge)
LOSS(squared_hinge)
LOSS(huber_hinge)
LOSS(logistic)
LOSS(nu)
LOSS(novelty)
LOSS(ordinal)
