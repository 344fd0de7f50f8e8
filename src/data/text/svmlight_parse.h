/* svmlight_parse - parses whole lines of svmlight text; knows no files and no threads. */
#ifndef RRM_SVMLIGHT_PARSE_H
#define RRM_SVMLIGHT_PARSE_H

#include "base/status.h"
#include "data/text/chunk.h"

enum { SVMLIGHT_REASON = 256 };

/* Parses `length` bytes, whose last is a line end, into chunk, its values in `storage` or a wider
 * one; SVMLIGHT_SLACK bytes follow. ERR_DATA: the bad line is number chunk->lines.count (from 1) of
 * the text and reason says what is wrong; ERR_SYSTEM: no memory. */
enum status svmlight_parse(const char *text, size_t length, struct storage storage,
                           struct chunk *chunk, char reason[SVMLIGHT_REASON]);

#endif
