#include <zlib.h>

// zlib's own initialiser is a macro, which Swift does not see. 15 is the largest window; 16 more ask for gzip's header.
static inline int czlib_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

// The same for packing; 8 is zlib's own choice of memory.
static inline int czlib_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
