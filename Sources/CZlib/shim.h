#include <zlib.h>

// zlib's own initialiser is a macro, which Swift does not see. 15 is the largest window; 16 more ask for gzip's header.
static inline int czlib_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
