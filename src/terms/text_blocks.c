/* text_blocks - an input in blocks of whole lines, and threads that work on several at a time. */
#include "terms/text_blocks.h"

#include <string.h>

#include "base/memory.h"

/* Bytes read at a time. A guess: far above the cost of a round, and few are lost where they end. */
enum { STEP = 1 << 20 };

static const char byte_order_mark[] = "\xef\xbb\xbf";

enum status text_blocks_open(struct text_blocks *b, const char *file, bool prompt,
                             struct error *err)
{
    enum status status;

    *b = (struct text_blocks){0};
    status = input_open(&b->in, file, err);
    b->prompt = status == OK && prompt && input_live(b->in);
    return status;
}

/* Room for `more` bytes behind the block. */
static bool reserve(struct text_block *block, size_t more)
{
    void *bytes = block->bytes;
    size_t room = block->length + more;

    if (room <= block->room)
        return true;
    room = room < 2 * block->room ? 2 * block->room : room;
    if (!mem_resized(&bytes, room, 1))
        return false;
    block->bytes = bytes;
    block->room = room;
    return true;
}

static bool append(struct text_block *block, const char *bytes, size_t count)
{
    if (!reserve(block, count))
        return false;
    if (count > 0)
        memcpy(block->bytes + block->length, bytes, count);
    block->length += count;
    return true;
}

/* The length of the whole lines among the first `length` bytes, of which none before `from` ends a
 * line. */
static size_t whole_lines(const char *bytes, size_t from, size_t length)
{
    while (length > from && bytes[length - 1] != '\n')
        length--;
    return length > from ? length : 0;
}

/* Reads more behind the block; whole: how much of it is whole lines. */
static enum status read_more(struct text_blocks *b, struct text_block *block, size_t *whole,
                             struct error *err)
{
    size_t before = block->length, got;
    enum status status;

    if (before > UINT32_MAX)
        return fail_at(err, ERR_DATA, input_name(b->in), 0, "a line of 4 GB or more");
    if (!reserve(block, STEP))
        return fail_memory(err, "a line of text");
    if (b->prompt)
        status = input_read_some(b->in, block->bytes + before, STEP, &got, err);
    else
        status = input_read(b->in, block->bytes + before, STEP, &got, err);
    if (status != OK)
        return status;
    block->length += got;
    b->ended = got == 0;
    *whole = b->ended ? block->length : whole_lines(block->bytes, before, block->length);
    return OK;
}

/* The next whole lines; none: the input has ended. */
static enum status fill(struct text_blocks *b, struct text_block *block, struct error *err)
{
    const size_t mark = strlen(byte_order_mark);
    bool first = !b->begun;
    enum status status = OK;
    size_t whole = 0;

    b->begun = true;
    block->length = 0;
    if (!append(block, b->rest.bytes, b->rest.length))
        return fail_memory(err, "a line of text");
    b->rest.length = 0;
    while (status == OK && whole == 0 && !b->ended)
        status = read_more(b, block, &whole, err);
    if (status != OK)
        return status;
    if (!append(&b->rest, block->bytes + whole, block->length - whole))
        return fail_memory(err, "a line of text");
    block->length = whole;
    if (first && whole >= mark && memcmp(block->bytes, byte_order_mark, mark) == 0) {
        block->length -= mark;
        memmove(block->bytes, block->bytes + mark, block->length);
    }
    return OK;
}

enum status text_blocks_next(struct text_blocks *b, struct text_worker *w, bool wait, bool *got,
                             struct error *err)
{
    enum status status;

    *got = false;
    if (b->ended || (b->prompt && !wait && !input_at_hand(b->in)))
        return OK;
    w->status = OK;
    w->lines = 0;
    status = fill(b, &w->block, err);
    *got = status == OK && w->block.length > 0;
    return status;
}

enum status text_blocks_pass(struct text_blocks *b, const struct text_worker *w, struct error *err)
{
    b->lines += w->lines;
    if (w->status == OK)
        return OK;
    return fail_at(err, w->status, input_name(b->in), b->lines, "%s", w->err.text);
}

bool text_block_line(const struct text_block *block, size_t *at, const char **s, const char **end)
{
    const char *stop;

    if (*at == block->length)
        return false;
    *s = block->bytes + *at;
    stop = memchr(*s, '\n', block->length - *at);
    *end = stop ? stop : block->bytes + block->length;
    *at = (size_t)(*end - block->bytes) + (stop != NULL);
    return true;
}

void text_block_free(struct text_block *block)
{
    mem_free(block->bytes);
    *block = (struct text_block){0};
}

void text_blocks_close(struct text_blocks *b)
{
    text_block_free(&b->rest);
    input_close(b->in);
    b->in = NULL;
}
