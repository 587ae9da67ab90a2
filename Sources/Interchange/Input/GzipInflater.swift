import CZlib

/// Unpacks gzip (RFC 1952) with zlib, piece by piece; several members behind each other count as one content.
///
/// Two megabytes of gzip can hold two gigabytes of nothing. So it gives out at most one piece at a time, whatever the
/// next bytes unpack to, and stops where they unpack to more than anything real does.
///
/// A class, because zlib's state must neither be copied nor forgotten.
final class GzipInflater {
    private var stream = z_stream()
    private let limits: InputLimits

    /// Input that is not unpacked yet.
    private var packed: [UInt8] = []
    private var consumed = 0
    private var isExhausted = false
    /// Whether the last byte that was unpacked ended a member.
    private var isBetweenMembers = false

    private var members = 1
    private var packedCount: UInt64 = 0
    private var unpackedCount: UInt64 = 0

    static func isGzip(_ head: [UInt8]) -> Bool { head.starts(with: [0x1F, 0x8B]) }

    /// - Throws: `badData` when zlib cannot begin, which only a lack of memory can cause.
    init(limits: InputLimits) throws(InterchangeError) {
        self.limits = limits
        guard czlib_inflate_init_gzip(&stream) == Z_OK else {
            throw InterchangeError(.badData, "zlib could not start: out of memory.")
        }
    }

    deinit { inflateEnd(&stream) }

    /// The next piece of the content; empty at its end.
    ///
    /// - Parameter next: gives the next packed bytes; none at the end.
    /// - Throws: `badData` when the bytes are not what gzip writes or end in the middle of a member, `tooLarge`, and
    ///   what `next` throws.
    func unpack(_ next: () throws(InterchangeError) -> [UInt8]) throws(InterchangeError) -> [UInt8] {
        var window = [UInt8](repeating: 0, count: InputFile.chunkSize)
        while true {
            if consumed == packed.count, !isExhausted {
                packed = try next()
                consumed = 0
                isExhausted = packed.isEmpty
            }
            if isBetweenMembers {
                if isExhausted { return [] }
                try beginMember()
            }
            let (status, taken, made) = step(into: &window)
            consumed += taken
            try count(packed: taken, unpacked: made)
            isBetweenMembers = status == Z_STREAM_END
            // No progress without more input is an error only at the end.
            guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
                throw InterchangeError(.badData, "the gzip data is damaged. Fetch the file again.")
            }
            if made > 0 { return Array(window[..<made]) }
            if isExhausted, !isBetweenMembers {
                throw InterchangeError(.badData, "the gzip data is cut off. Fetch the file again.")
            }
        }
    }

    private func beginMember() throws(InterchangeError) {
        inflateReset(&stream)
        members += 1
        guard members <= limits.members else {
            throw InterchangeError(
                .tooLarge, "the gzip data has more than \(limits.members) members. \(InputLimits.wayOut)")
        }
    }

    private func count(packed: Int, unpacked: Int) throws(InterchangeError) {
        packedCount += UInt64(packed)
        unpackedCount += UInt64(unpacked)
        guard unpackedCount <= limits.unpacked else {
            throw InterchangeError(
                .tooLarge,
                "the gzip data unpacks to more than \(limits.unpacked >> 30) GiB. \(InputLimits.wayOut)")
        }
        guard unpackedCount <= max(limits.unpackedWithoutRatio, packedCount * limits.ratio) else {
            throw InterchangeError(
                .tooLarge,
                "the gzip data unpacks to more than \(limits.ratio) times its size: \(packedCount) bytes are "
                    + "\(unpackedCount) already. \(InputLimits.wayOut)")
        }
    }

    private func step(into window: inout [UInt8]) -> (status: Int32, taken: Int, made: Int) {
        let start = consumed
        return packed.withUnsafeMutableBufferPointer { input in
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

/// How much is taken in from a file that anybody may have made. What is real stays far below.
struct InputLimits: Sendable {
    /// Of all that a gzip file unpacks to, in bytes: four billion picks' worth of no site.
    var unpacked: UInt64 = 16 << 30
    /// How many bytes a packed one may unpack to. Tables of picks come to 5 to 30, deflate's most is 1,032.
    var ratio: UInt64 = 200
    /// So much is unpacked whatever the ratio: of a small file that repeats itself.
    var unpackedWithoutRatio: UInt64 = 16 << 20
    /// Of a gzip file: tools that pack in parallel make one for each 64 KiB and more.
    var members = 1_000_000
    /// Of a content that is held in memory as a whole, in bytes. The results of a league are some hundred kilobytes.
    var whole = 64 << 20
    /// Of a line or a row, in bytes. The longest record comes to a third of it in JSON.
    var line = 1 << 20
    /// Of what is kept from standard input, in bytes.
    var kept = 2 << 30
    /// Rows that may be wrong in a file before the rest of it is not looked at.
    var wrongRows = 100_000

    static let standard = InputLimits()

    static let wayOut = "If it is what it should be, unpack it first and name the unpacked file."
}
