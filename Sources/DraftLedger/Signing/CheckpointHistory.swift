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

    /// By size; of several of one size the last, which has the cosignatures.
    ///
    /// What a kill left half-written at the end is passed over.
    func read() throws -> [SignedCheckpoint] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw DraftLedgerError(.inputOutput, "\(path) cannot be read. Check its permissions.")
        }
        var bySize: [UInt64: SignedCheckpoint] = [:]
        let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "\n\n")
        for index in stride(from: 0, to: parts.count - 2, by: 2) {
            do {
                let note = try SignedCheckpoint(Array("\(parts[index])\n\n\(parts[index + 1])\n".utf8))
                bySize[note.unverified.size] = note
            } catch {
                throw DraftLedgerError(
                    .checkpointDamaged,
                    "\(path) holds something else than checkpoints (number \(index / 2 + 1): \(error)). "
                        + "Restore it from a backup, or move it away: a new one begins with the next checkpoint.")
            }
        }
        return bySize.values.sorted { $0.unverified.size < $1.unverified.size }
    }

    /// The last one that was appended whole; nil when there is none. Reads the end of the file only.
    ///
    /// - Throws: `checkpointDamaged`, `inputOutput`.
    func last() throws -> SignedCheckpoint? {
        let (tail, _) = try tail()
        guard let end = Self.endOfLastNote(in: tail[...]) else { return nil }
        let start = Self.endOfLastNote(in: tail[..<(end - 1)]) ?? 0
        do {
            return try SignedCheckpoint(Array(tail[start..<(end - 1)]))
        } catch {
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(path) does not end with a checkpoint: \(error). Restore it from a backup; without it, a rolled-back "
                    + "ledger could not be told from a whole one.")
        }
    }

    /// Whether nothing was ever written to the file.
    func isEmpty() throws -> Bool { try tail().bytes.isEmpty }

    /// Appends a checkpoint and makes it durable, cutting off first what a kill left of an earlier one. Reads the end of
    /// the file only.
    func append(_ checkpoint: SignedCheckpoint) throws {
        let (tail, offset) = try tail()
        let whole = UInt64(offset + (Self.endOfLastNote(in: tail[...]) ?? 0))
        var action = "opening"
        do throws(Errno) {
            let file = try OpenFile(path, .readAndWrite)
            action = "cutting"
            try file.truncate(to: whole)
            action = "writing"
            try file.write(Array("\(checkpoint)\n".utf8), at: whole)
            try file.sync()
        } catch {
            throw FileError(action, path, error)
        }
    }

    /// Longer than any note twice.
    private static let reach = 2_100_000

    /// The end of the file, and where in the file it begins.
    private func tail() throws -> (bytes: [UInt8], offset: Int) {
        guard let file = FileHandle(forReadingAtPath: path) else { return ([], 0) }
        defer { try? file.close() }
        let offset = max(0, Int(try file.seekToEnd()) - Self.reach)
        try file.seek(toOffset: UInt64(offset))
        return (Array(try file.readToEnd() ?? Data()), offset)
    }

    /// Behind the blank line that follows the last signature line; nil where there is none.
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
