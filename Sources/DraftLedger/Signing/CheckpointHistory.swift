import Foundation
import Merkle

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
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        let end = try file.seekToEnd()
        try file.seek(toOffset: end > Self.reach ? end - Self.reach : 0)
        let parts = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).components(separatedBy: "\n\n")
        // A signature block with something behind it, if only the end of its blank line, is whole.
        guard let index = parts.indices.dropLast().last(where: { parts[$0].hasPrefix("— ") }), index > 0 else {
            return nil
        }
        do {
            return try SignedCheckpoint(Array("\(parts[index - 1])\n\n\(parts[index])\n".utf8))
        } catch {
            throw DraftLedgerError(
                .checkpointDamaged,
                "\(path) does not end with a checkpoint: \(error). Restore it from a backup; without it, a rolled-back "
                    + "ledger could not be told from a whole one.")
        }
    }

    /// Longer than any note.
    private static let reach: UInt64 = 2_000_000

    /// Appends a checkpoint and makes it durable, cutting off first what a kill left of an earlier one.
    func append(_ checkpoint: SignedCheckpoint) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("opening") }
        defer { close(descriptor) }
        let whole = try wholeLength()
        let bytes = Array("\(checkpoint)\n".utf8)
        guard ftruncate(descriptor, off_t(whole)) == 0 else { throw failure("cutting") }
        let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(whole)) }
        guard written == bytes.count, fsync(descriptor) == 0 else { throw failure("writing") }
    }

    /// The bytes up to the end of the last whole note: notes and their texts are what blank lines end in turn.
    private func wholeLength() throws -> Int {
        guard let data = FileManager.default.contents(atPath: path) else { return 0 }
        var ends = 0
        var whole = 0
        var last: UInt8 = 0
        for (index, byte) in data.enumerated() {
            if byte == 0x0A, last == 0x0A {
                ends += 1
                if ends.isMultiple(of: 2) { whole = index + 1 }
                last = 0
            } else {
                last = byte
            }
        }
        return whole
    }

    private func failure(_ what: String) -> DraftLedgerError {
        let code: DraftLedgerError.Code = errno == ENOSPC || errno == EDQUOT ? .diskFull : .inputOutput
        return DraftLedgerError(code, "\(what) \(path): \(String(cString: strerror(errno))).")
    }
}
