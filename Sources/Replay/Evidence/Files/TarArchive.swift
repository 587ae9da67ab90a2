/// A tape archive of plain files in the one form that its content allows: POSIX ustar, sorted names, mode 0644, owner 0,
/// time 0. Any `tar` reads it; the same files give the same bytes.
///
/// Written out here because no archiver leaves nothing to chance: what a header may vary in, a forger may vary too.
struct TarArchive: Sendable {
    /// By name, in byte order.
    private(set) var files: [(name: String, bytes: [UInt8])] = []

    /// The longest name of a file, in bytes.
    static let nameLimit = 100
    private static let blockLength = 512

    init() {}

    /// Of all files together. A slow draft of a hundred thousand events, each with its proof, comes to a third of it.
    static let lengthLimit = 1 << 30
    static let countLimit = 500_000

    /// By halving: a bundle of many files asks for each of them by its name.
    subscript(name: String) -> [UInt8]? {
        var range = files.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if files[middle].name.utf8.elementsEqual(name.utf8) { return files[middle].bytes }
            let isBefore = files[middle].name.utf8.lexicographicallyPrecedes(name.utf8)
            range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    /// The files of a folder, by name.
    func files(in folder: String) -> [(name: String, bytes: [UInt8])] {
        files.filter { $0.name.hasPrefix(folder + "/") }
    }

    /// - Parameter files: with names of ASCII letters, each once.
    init(_ files: [(name: String, bytes: [UInt8])]) {
        self.files = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The archive, ended by two blocks of zeros.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.reduce(2) { $0 + 2 + $1.bytes.count / Self.blockLength } * Self.blockLength)
        for file in files {
            bytes += Self.header(name: file.name, length: file.bytes.count)
            bytes += file.bytes
            bytes += Self.padding(behind: file.bytes.count)
        }
        return bytes + [UInt8](repeating: 0, count: 2 * Self.blockLength)
    }

    /// Whether bytes begin with the header of a file.
    static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.count >= blockLength && bytes[257...].starts(with: "ustar".utf8)
    }

    /// Reads an archive that was written like this, and no other.
    ///
    /// - Throws: `EvidenceError.notAnArchive` with the byte where it is something else, or with the limit that it exceeds.
    init(_ bytes: [UInt8]) throws(EvidenceError) {
        guard bytes.count <= Self.lengthLimit else {
            throw .notAnArchive("it has \(bytes.count) bytes, more than the maximum of \(Self.lengthLimit)")
        }
        var offset = 0
        while offset + Self.blockLength <= bytes.count, bytes[offset] != 0 {
            let header = bytes[offset..<offset + Self.blockLength]
            let name = String(decoding: header.prefix(Self.nameLimit).prefix { $0 != 0 }, as: UTF8.self)
            guard let length = Self.octal(header.dropFirst(124).prefix(11)),
                header.elementsEqual(Self.header(name: name, length: length))
            else {
                throw .notAnArchive("the header at byte \(offset) (of \"\(name.prefix(40))\") is not valid in a bundle")
            }
            offset += Self.blockLength
            let padding = Self.padding(behind: length)
            guard length <= bytes.count - offset, padding.count <= bytes.count - offset - length else {
                throw .notAnArchive("it ends within \(name)")
            }
            guard bytes[(offset + length)..<(offset + length + padding.count)].elementsEqual(padding) else {
                throw .notAnArchive("the padding after \(name), at byte \(offset + length), is not empty")
            }
            if let last = files.last, !last.name.utf8.lexicographicallyPrecedes(name.utf8) {
                throw .notAnArchive("\(name) follows \(last.name); files must be sorted and unique")
            }
            guard files.count < Self.countLimit else {
                throw .notAnArchive("it has more than \(Self.countLimit) files")
            }
            files.append((name, Array(bytes[offset..<offset + length])))
            offset += length + padding.count
        }
        let rest = bytes[min(offset, bytes.count)...]
        guard !files.isEmpty, rest.count == 2 * Self.blockLength, rest.allSatisfy({ $0 == 0 }) else {
            throw .notAnArchive("at byte \(offset) expected two empty blocks and the end")
        }
    }

    private static func padding(behind length: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockLength - length % blockLength) % blockLength)
    }

    private static func header(name: String, length: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: blockLength)
        func put(_ text: String, at offset: Int) {
            header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        put(String(decoding: name.utf8.prefix(nameLimit), as: UTF8.self), at: 0)
        put("0000644", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        put(octal(length, digits: 11), at: 124)
        put(octal(0, digits: 11), at: 136)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        // The checksum is taken with spaces in its own place.
        put("        ", at: 148)
        let sum = header.reduce(0) { $0 + Int($1) }
        put(octal(sum, digits: 6), at: 148)
        header[154] = 0
        return header
    }

    private static func octal(_ value: Int, digits: Int) -> String {
        let text = String(value, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
    }

    private static func octal(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
        return text.reduce(0) { $0 << 3 | Int($1 - 0x30) }
    }
}
