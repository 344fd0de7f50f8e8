/* svmlight_entries_template - the table of take functions, one for each storage.
 *
 * The includer has take_entries(c, p, last, kind), which is inlined with each kind as a constant.
 * Parameter, a macro: ENTRIES, the name of the table to define; undefined at the end. */
static const char *take_binary(struct chunk *c, const char *p, uint32_t *last)
{
    return take_entries(c, p, last, CSR_BINARY);
}

static const char *take_float(struct chunk *c, const char *p, uint32_t *last)
{
    return take_entries(c, p, last, CSR_FLOAT);
}

static const char *take_decimal(struct chunk *c, const char *p, uint32_t *last)
{
    return take_entries(c, p, last, CSR_DECIMAL);
}

static const char *take_double(struct chunk *c, const char *p, uint32_t *last)
{
    return take_entries(c, p, last, CSR_DOUBLE);
}

const struct svmlight_entries ENTRIES = {.take = {[CSR_BINARY] = take_binary,
                                                  [CSR_FLOAT] = take_float,
                                                  [CSR_DECIMAL] = take_decimal,
                                                  [CSR_DOUBLE] = take_double}};

#undef ENTRIES
