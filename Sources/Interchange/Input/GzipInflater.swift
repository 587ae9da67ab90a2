import CZlib

/// Unpacks gzip (RFC 1952) with zlib, chunk by chunk; several members behind each other count as one content.
///
/// A class, because zlib's state must neither be copied nor forgotten.
final class GzipInflater {
    private var stream = z_stream()

    /// Whether the last byte that came in ended a member.
    private var isBetweenMembers = false

    static func isGzip(_ head: [UInt8]) -> Bool { head.starts(with: [0x1F, 0x8B]) }

    /// - Throws: `badData` when zlib cannot begin, which only a lack of memory can cause.
    init() throws(InterchangeError) {
        guard czlib_inflate_init_gzip(&stream) == Z_OK else {
            throw InterchangeError(.badData, "zlib could not start: out of memory.")
        }
    }

    deinit { inflateEnd(&stream) }

    /// Unpacks the next piece.
    ///
    /// - Throws: `badData` when the bytes are not what gzip writes.
    func inflate(_ packed: [UInt8]) throws(InterchangeError) -> [UInt8] {
        var packed = packed
        var content: [UInt8] = []
        var window = [UInt8](repeating: 0, count: InputFile.chunkSize)
        var consumed = 0
        while consumed < packed.count {
            if isBetweenMembers { inflateReset(&stream) }
            isBetweenMembers = false
            let (status, taken, made) = step(&packed, from: consumed, into: &window)
            content += window[..<made]
            consumed += taken
            switch status {
            case Z_OK: continue
            case Z_STREAM_END: isBetweenMembers = true
            // No progress without more input.
            case Z_BUF_ERROR: return content
            default:
                throw InterchangeError(.badData, "the gzip data is damaged. Fetch the file again.")
            }
        }
        while !isBetweenMembers {
            let (status, _, made) = step(&packed, from: consumed, into: &window)
            content += window[..<made]
            if status == Z_STREAM_END { isBetweenMembers = true }
            if made < window.count { break }
        }
        return content
    }

    /// Call behind the last piece.
    ///
    /// - Throws: `badData` when the data ended in the middle of a member.
    func finish() throws(InterchangeError) {
        guard isBetweenMembers else {
            throw InterchangeError(.badData, "the gzip data is cut off. Fetch the file again.")
        }
    }

    private func step(_ packed: inout [UInt8], from start: Int, into window: inout [UInt8]) -> (Int32, Int, Int) {
        packed.withUnsafeMutableBufferPointer { input in
            window.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress.map { $0 + start }
                stream.avail_in = UInt32(input.count - start)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let status = CZlib.inflate(&stream, Z_NO_FLUSH)
                return (status, input.count - start - Int(stream.avail_in), output.count - Int(stream.avail_out))
            }
        }
    }
}
