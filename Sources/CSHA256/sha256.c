#include "CSHA256.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <string.h>

#define LANES 4
#define BLOCK 64
#define DIGEST 32
/// A message of up to this many bytes, prefix and padding included, is copied into lanes; longer ones go alone.
#define LANE_BLOCKS 4
#define ACCELERATED __attribute__((target("sha,ssse3,sse4.1")))

// FIPS 180-4, 4.2.2 and 5.3.3.
static const uint32_t round_constants[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/// The state as the instructions want it: words A, B, E, F and C, D, G, H.
typedef struct {
    __m128i abef, cdgh;
} state;

static const state initial_state = {
    {0x510e527f9b05688cll, 0x6a09e667bb67ae85ll},
    {0x1f83d9ab5be0cd19ll, 0x3c6ef372a54ff53all},
};

bool csha256_is_supported(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 29)) != 0;
}

ACCELERATED static inline __m128i big_endian(__m128i words) {
    return _mm_shuffle_epi8(words, _mm_set_epi64x(0x0c0d0e0f08090a0bll, 0x0405060700010203ll));
}

/// Takes one block of each of `lanes` messages into their states. `lanes` is known where this is inlined.
ACCELERATED static inline __attribute__((always_inline)) void compress(
    state *states, const uint8_t *const *blocks, int lanes) {
    state before[LANES];
    __m128i schedule[LANES][4];
    for (int lane = 0; lane < lanes; lane++) {
        before[lane] = states[lane];
        for (int four = 0; four < 4; four++)
            schedule[lane][four] = big_endian(_mm_loadu_si128((const __m128i *)(blocks[lane] + 16 * four)));
    }
#pragma clang loop unroll(full)
    for (int four = 0; four < 16; four++) {
        const __m128i constants = _mm_load_si128((const __m128i *)(round_constants + 4 * four));
#pragma clang loop unroll(full)
        for (int lane = 0; lane < lanes; lane++) {
            __m128i *words = schedule[lane], *current = words + (four & 3);
            if (four >= 4) {
                const __m128i last = words[(four + 3) & 3], middle = words[(four + 2) & 3];
                *current = _mm_sha256msg2_epu32(
                    _mm_add_epi32(_mm_sha256msg1_epu32(*current, words[(four + 1) & 3]),
                                  _mm_alignr_epi8(last, middle, 4)),
                    last);
            }
            const __m128i sum = _mm_add_epi32(*current, constants);
            states[lane].cdgh = _mm_sha256rnds2_epu32(states[lane].cdgh, states[lane].abef, sum);
            states[lane].abef =
                _mm_sha256rnds2_epu32(states[lane].abef, states[lane].cdgh, _mm_shuffle_epi32(sum, 0x0e));
        }
    }
    for (int lane = 0; lane < lanes; lane++) {
        states[lane].abef = _mm_add_epi32(states[lane].abef, before[lane].abef);
        states[lane].cdgh = _mm_add_epi32(states[lane].cdgh, before[lane].cdgh);
    }
}

ACCELERATED static inline void store(state state, uint8_t *digest) {
    const __m128i feba = _mm_shuffle_epi32(state.abef, 0x1b), dchg = _mm_shuffle_epi32(state.cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)digest, big_endian(_mm_blend_epi16(feba, dchg, 0xf0)));
    _mm_storeu_si128((__m128i *)(digest + 16), big_endian(_mm_alignr_epi8(dchg, feba, 8)));
}

/// The blocks of a message of `size` bytes behind a prefix: 0x80, zeros and the size in bits behind it.
static inline size_t blocks_of(size_t size) { return (size + 1 + 1 + 8 + BLOCK - 1) / BLOCK; }

static inline void end(uint8_t *block, size_t used, uint64_t size) {
    memset(block + used, 0, BLOCK - used);
    const uint64_t bits = __builtin_bswap64(8 * size);
    memcpy(block + BLOCK - 8, &bits, 8);
}

/// Lays a short message out in its blocks, prefix and padding included.
static inline void pad(uint8_t *padded, size_t blocks, uint8_t prefix, const void *message, size_t size) {
    padded[0] = prefix;
    if (size > 0) memcpy(padded + 1, message, size);
    padded[size + 1] = 0x80;
    memset(padded + size + 2, 0, blocks * BLOCK - 8 - size - 2);
    const uint64_t bits = __builtin_bswap64(8 * (uint64_t)(size + 1));
    memcpy(padded + blocks * BLOCK - 8, &bits, 8);
}

/// One message of any size, in blocks where it lies.
ACCELERATED static void hash_long(uint8_t prefix, const uint8_t *message, size_t size, uint8_t *digest) {
    state current = initial_state;
    uint8_t block[BLOCK];
    const uint8_t *lane = block;
    block[0] = prefix;
    memcpy(block + 1, message, BLOCK - 1);
    compress(&current, &lane, 1);
    size_t next = BLOCK - 1;
    for (; size - next >= BLOCK; next += BLOCK) {
        const uint8_t *here = message + next;
        compress(&current, &here, 1);
    }
    const size_t rest = size - next;
    memcpy(block, message + next, rest);
    block[rest] = 0x80;
    if (rest + 1 > BLOCK - 8) {
        memset(block + rest + 1, 0, BLOCK - rest - 1);
        compress(&current, &lane, 1);
        end(block, 0, (uint64_t)size + 1);
    } else {
        end(block, rest + 1, (uint64_t)size + 1);
    }
    compress(&current, &lane, 1);
    store(current, digest);
}

/// Messages of one number of blocks that wait to be hashed together.
typedef struct {
    int count;
    uint8_t *digests[LANES];
    uint8_t padded[LANES][LANE_BLOCKS * BLOCK];
} queue;

ACCELERATED static void flush(queue *queue, size_t blocks) {
    state states[LANES] = {initial_state, initial_state, initial_state, initial_state};
    for (size_t block = 0; block < blocks; block++) {
        const uint8_t *lanes[LANES];
        // Lanes without a message of their own repeat the first.
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] = queue->padded[lane < queue->count ? lane : 0] + block * BLOCK;
        if (queue->count == 1) {
            compress(states, lanes, 1);
        } else {
            compress(states, lanes, LANES);
        }
    }
    for (int lane = 0; lane < queue->count; lane++) store(states[lane], queue->digests[lane]);
    queue->count = 0;
}

void csha256_prefixed(uint8_t prefix, const csha256_message *messages, ptrdiff_t count, uint8_t *digests) {
    queue queues[LANE_BLOCKS];
    for (int index = 0; index < LANE_BLOCKS; index++) queues[index].count = 0;
    for (ptrdiff_t index = 0; index < count; index++) {
        const void *message = messages[index].start;
        const size_t size = (size_t)messages[index].size, blocks = blocks_of(size);
        if (blocks > LANE_BLOCKS) {
            hash_long(prefix, message, size, digests + DIGEST * index);
            continue;
        }
        queue *queue = &queues[blocks - 1];
        pad(queue->padded[queue->count], blocks, prefix, message, size);
        queue->digests[queue->count++] = digests + DIGEST * index;
        if (queue->count == LANES) flush(queue, blocks);
    }
    for (int index = 0; index < LANE_BLOCKS; index++)
        if (queues[index].count > 0) flush(&queues[index], (size_t)index + 1);
}

void csha256_prefixed_pairs(uint8_t prefix, const uint8_t *pairs, ptrdiff_t count, uint8_t *digests) {
    // Digests of pairs that are still to be read are never written over: 32 · n ends before 64 · n begins.
    queue queue = {.count = 0};
    for (ptrdiff_t index = 0; index < count; index++) {
        pad(queue.padded[queue.count], 2, prefix, pairs + 2 * DIGEST * index, 2 * DIGEST);
        queue.digests[queue.count++] = digests + DIGEST * index;
        if (queue.count == LANES) flush(&queue, 2);
    }
    if (queue.count > 0) flush(&queue, 2);
}

#else

bool csha256_is_supported(void) { return false; }

void csha256_prefixed(uint8_t prefix, const csha256_message *messages, ptrdiff_t count, uint8_t *digests) {
    __builtin_trap();
}

void csha256_prefixed_pairs(uint8_t prefix, const uint8_t *pairs, ptrdiff_t count, uint8_t *digests) {
    __builtin_trap();
}

#endif
