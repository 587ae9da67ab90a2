import Foundation
import Merkle
import Platform

/// Every checkpoint that the ledger has published, in the file `checkpoints`: one signed note behind the other, each
/// followed by a blank line.
///
/// A checkpoint of the time is worth more to evidence than one of today: it shows that the history was already so when
/// it mattered. About 200 bytes each.
struct CheckpointHistory {
    let path: String

    init(in ledger: String) { path = ledger + "/checkpoints" }

    var exists: Bool { FileSystem.exists(path) }

    /// In bytes: five million checkpoints.
    private static let limit = 1 << 30

    /// By size; of several of one size the last, which has the cosignatures.
    ///
    /// A truncated note at the end (crash during a write) is skipped.
    func read() throws -> [SignedCheckpoint] { try contents().checkpoints }

    /// The same, and what stands behind the last whole one: of a note that a kill has cut off, its beginning; of one that
    /// was being written when the power went, what came to the disk, with nothing where sectors did not.
    func contents() throws -> (checkpoints: [SignedCheckpoint], rest: String) {
        guard let bytes = try SideFile.openContents(of: path, upTo: Self.limit) else { return ([], "") }
        var bySize: [UInt64: SignedCheckpoint] = [:]
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n\n")
        var count = (parts.count - 1) / 2
        if count > 0, parts[(count * 2 - 2)..<(count * 2)].contains(where: { $0.contains("\0") }) { count -= 1 }
        for index in stride(from: 0, to: count * 2, by: 2) {
            do {
                let note = try SignedCheckpoint(Array("\(parts[index])\n\n\(parts[index + 1])\n".utf8))
                bySize[note.unverified.size] = note
            } catch {
                throw DraftLedgerError(
                    .checkpointDamaged,
                    "\(path) does not only contain checkpoints (number \(index / 2 + 1): \(error)). "
                        + "Restore it from a backup, or move it away: a new file is created with the next checkpoint.")
            }
        }
        let rest = parts[(count * 2)...].joined(separator: "\n\n")
        return (bySize.values.sorted { $0.unverified.size < $1.unverified.size }, rest)
    }

    /// Whether the text is a truncated note (crash during a write), or a loss of power: its beginning, up to anywhere before its
    /// end, or up to a sector that is missing, behind which anything of it may stand.
    static func isBeginningOfNote(_ text: String, of origin: String) -> Bool {
        // Of a character that is cut in two nothing can be said.
        var text = text.prefix { $0 != "\0" }
        while text.last == "\u{FFFD}" { text.removeLast() }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        func isOf(_ characters: String, _ line: Substring, upTo count: Int) -> Bool {
            line.utf8.count <= count && line.allSatisfy { characters.contains($0) }
        }
        let digits = "0123456789"
        let base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/=" + digits
        return lines.enumerated().allSatisfy { index, line in
            switch index {
            case 0: lines.count == 1 ? origin.hasPrefix(line) : origin.utf8.elementsEqual(line.utf8)
            case 1: isOf(digits, line, upTo: 20)
            case 2: isOf(base64, line, upTo: 44)
            case 3: line.isEmpty
            default: line.hasPrefix("— ") || index == lines.count - 1 && "— ".hasPrefix(line)
            }
        }
    }

    /// The last complete checkpoint, or nil. Reads only the end of the file.
    ///
    /// - Throws: `checkpointDamaged`, `inputOutput`.
    func last() throws -> SignedCheckpoint? {
        let (tail, _) = try tail()
        guard let note = Self.lastNote(in: tail) else { return nil }
        do {
            return try SignedCheckpoint(Array(tail[note].dropLast()))
        } catch {
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(path) does not end with a checkpoint: \(error). Restore it from a backup; without it, a rolled-back "
                    + "ledger cannot be distinguished from a complete one.")
        }
    }

    /// Whether nothing was ever written to the file.
    func isEmpty() throws -> Bool { try tail().bytes.isEmpty }

    /// Appends a checkpoint and makes it durable, cutting off first what a kill or a loss of power left of an earlier one,
    /// durably too: mixed with it, sector by sector, the new one could look like a whole one that is another. Reads the
    /// end of the file only.
    func append(_ checkpoint: SignedCheckpoint) throws {
        let (tail, offset) = try tail()
        let whole = UInt64(offset + (Self.lastNote(in: tail)?.upperBound ?? 0))
        let file = try OpenFile.regular(path, .readAndWrite)
        var action = "cutting"
        do throws(Errno) {
            if whole < UInt64(offset + tail.count) {
                try file.truncate(to: whole)
                try file.sync()
            }
            action = "writing"
            try file.write(Array("\(checkpoint)\n".utf8), at: whole)
            try file.sync()
        } catch {
            // Not to be taken for published: written again, it is synced again, which a sync that failed cannot be.
            try? file.truncate(to: whole)
            throw FileError(action, path, error)
        }
    }

    /// Longer than any note twice.
    private static let reach = 2_100_000

    /// The end of the file, and where in the file it begins.
    private func tail() throws -> (bytes: [UInt8], offset: Int) {
        let file: OpenFile
        do {
            file = try OpenFile.regular(path)
        } catch {
            guard error.irregular == nil, error.errno == .notFound else { throw error }
            return ([], 0)
        }
        do {
            let length = Int(try file.length())
            let offset = max(0, length - Self.reach)
            let tail = UnsafeMutableRawBufferPointer.allocate(byteCount: length - offset, alignment: 1)
            defer { tail.deallocate() }
            let count = try file.read(into: tail, at: UInt64(offset))
            return (Array(tail[..<count]), offset)
        } catch {
            throw FileError("reading", path, error)
        }
    }

    /// The range of the last complete note with the blank line after it, or nil.
    ///
    /// One with a byte of zero in it was being written when the power went: sectors of it did not come to the disk. Those
    /// before it had been synced.
    private static func lastNote(in bytes: [UInt8]) -> Range<Int>? {
        guard let end = endOfLastNote(in: bytes[...]) else { return nil }
        let start = endOfLastNote(in: bytes[..<(end - 1)]) ?? 0
        guard bytes[start..<end].contains(0) else { return start..<end }
        guard start > 0 else { return nil }
        return (endOfLastNote(in: bytes[..<(start - 1)]) ?? 0)..<start
    }

    /// The place after the blank line that follows the last signature line, or nil.
    private static func endOfLastNote(in bytes: ArraySlice<UInt8>) -> Int? {
        let newline: UInt8 = 0x0A
        var end = bytes.endIndex
        while end - 2 >= bytes.startIndex {
            if bytes[end - 1] == newline, bytes[end - 2] == newline {
                let lineStart = bytes[..<(end - 2)].lastIndex(of: newline).map { $0 + 1 } ?? bytes.startIndex
                if bytes[lineStart..<(end - 2)].starts(with: "— ".utf8) { return end }
            }
            end -= 1
        }
        return nil
    }
}
