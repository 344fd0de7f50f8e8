/* list - one row per task, in the order in which -h shows their losses. */
TASK(TASK_BINARY, binary)
TASK(TASK_ONE_CLASS, one_class)
TASK(TASK_REGRESSION, regression)
TASK(TASK_MULTICLASS, multiclass)
TASK(TASK_ORDINAL, ordinal)
TASK(TASK_RANKING, ranking)
TASK(TASK_SEQUENCE, sequence)
