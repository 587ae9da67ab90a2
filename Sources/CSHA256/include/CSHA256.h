#ifndef CSHA256_H
#define CSHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// SHA-256 by the processor's own instructions, four messages at a time.
///
/// The instructions of one message wait for each other; those of four do not. Nothing here allocates. Digests are
/// 32 bytes each, one behind the other.

/// Whether the processor has the instructions (SHA, SSSE3 and SSE4.1 of x86-64).
///
/// Where it has not, nothing else of this header may be called.
bool csha256_is_supported(void);

/// Where a message begins, and its number of bytes; any size, 0 too.
typedef struct {
    const void *_Nullable start;
    ptrdiff_t size;
} csha256_message;

/// SHA-256(prefix ‖ message) of each of `count` messages.
///
/// - `prefix`: the byte before every message.
/// - `digests`: room for 32 · `count` bytes.
void csha256_prefixed(uint8_t prefix, const csha256_message *messages, ptrdiff_t count, uint8_t *digests);

/// SHA-256(prefix ‖ 64 bytes) of each of `count` pairs of digests.
///
/// - `pairs`: 64 · `count` bytes.
/// - `digests`: room for 32 · `count` bytes; may begin where `pairs` begins, which are overwritten then.
void csha256_prefixed_pairs(uint8_t prefix, const uint8_t *pairs, ptrdiff_t count, uint8_t *digests);

#pragma clang assume_nonnull end

#endif
