import CZlib

/// Packs answers as gzip (RFC 1952) with zlib.
enum Gzip {
    /// The content packed; nil where zlib has no memory for it.
    ///
    /// - Complexity: some 20 ms for a megabyte of text.
    static func packed(_ content: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard czlib_deflate_init_gzip(&stream, Z_DEFAULT_COMPRESSION) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(content.count))))
        var input = content
        let status = input.withUnsafeMutableBufferPointer { input in
            packed.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                return deflate(&stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END else { return nil }
        packed.removeLast(Int(stream.avail_out))
        return packed
    }

    /// Whether a client takes it, as its `Accept-Encoding` says.
    static func isAccepted(by field: String?) -> Bool {
        (field ?? "").split(separator: ",").contains { coding in
            let parts = coding.lowercased().filter { !$0.isWhitespace }.split(separator: ";")
            return parts.first == "gzip" && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
        }
    }
}
