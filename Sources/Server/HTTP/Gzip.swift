import CZlib

/// Packs answers as gzip (RFC 1952) with zlib.
package enum Gzip {
    /// The content packed; nil if zlib has no memory for it.
    ///
    /// - Complexity: some 20 ms for a megabyte of text.
    package static func packed(_ content: [UInt8]) -> [UInt8]? {
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

    /// Whether a client takes it at least as gladly as the content as it is.
    package static func isAccepted(by field: String?) -> Bool {
        let codings = AcceptedCodings(field)
        let quality = codings.quality(of: "gzip")
        return quality > 0 && quality >= codings.quality(of: "identity")
    }
}

/// The codings that a client takes (RFC 9110, 12.5.3).
struct AcceptedCodings {
    /// The quality of each coding, in thousandths.
    private var qualities: [String: Int] = [:]

    init(_ field: String?) {
        for coding in (field ?? "").split(separator: ",") {
            let parts = coding.lowercased().filter { !$0.isWhitespace }.split(separator: ";")
            guard let name = parts.first else { continue }
            var quality = 1_000
            for part in parts.dropFirst() where part.hasPrefix("q=") { quality = Self.thousandths(part.dropFirst(2)) }
            qualities[name == "x-gzip" ? "gzip" : String(name)] = quality
        }
    }

    /// Returns a quality value in thousandths, from 0 (refused) to 1,000. An invalid value is 0.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard ["0", "1"].contains(parts[0]) else { return 0 }
        let digits = parts.count > 1 ? parts[1] : ""
        guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        let rest = Int(digits + String(repeating: "0", count: 3 - digits.utf8.count)) ?? 0
        return min(1_000, parts[0] == "1" ? 1_000 : rest)
    }

    /// Returns the client's preference for a coding. Uncoded content (`identity`) is accepted unless it is refused.
    func quality(of coding: String) -> Int {
        if let quality = qualities[coding] { return quality }
        if coding == "identity" { return qualities["*"] == 0 ? 0 : 1 }
        return qualities["*"] ?? 0
    }
}
