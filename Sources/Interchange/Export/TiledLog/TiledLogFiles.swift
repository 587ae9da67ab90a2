import DraftLedger
import Foundation
import Merkle
import Platform

/// The directory of a tiled log.
struct TiledLogFiles: Sendable {
    let directory: String

    init(_ directory: String) { self.directory = directory }

    private func path(_ place: TilePath) -> String { "\(directory)/\(place.text)" }
    private var checkpointPath: String { directory + "/checkpoint" }

    /// Checks that the directory is not a ledger's, and that what an earlier export left there is the beginning of the
    /// same ledger.
    ///
    /// - Returns: the size of the earlier export; 0 for none.
    /// - Throws: `cannotCreate`; `badData` for a directory of another log, or of a later state of this one.
    func check(extends checkpoint: SignedCheckpoint, in ledger: DraftLedger) throws -> UInt64 {
        try OutputTarget.requireOutsideLedgers(OutputTarget.realDirectory(directory), named: directory)
        guard let bytes = FileManager.default.contents(atPath: checkpointPath) else { return 0 }
        do {
            let earlier = try SignedCheckpoint(Array(bytes))
            guard earlier.unverified.origin == checkpoint.unverified.origin,
                earlier.unverified.size <= checkpoint.unverified.size
            else { throw InterchangeError(.badData, "") }
            try ledger.check(earlier)
            return earlier.unverified.size
        } catch {
            throw InterchangeError(
                .badData,
                "\(directory) holds the tiles of another log or of a later checkpoint. Name an empty directory.")
        }
    }

    /// Puts a file in its place, unless it stands there already.
    ///
    /// - Returns: whether it was not there.
    /// - Throws: `badData` where another content stands there, `cannotCreate`.
    func write(_ bytes: [UInt8], at place: TilePath) throws -> Bool {
        let path = path(place)
        if let there = FileManager.default.contents(atPath: path) {
            guard there.elementsEqual(bytes) else {
                throw InterchangeError(
                    .badData, "\(path) differs from the ledger. Remove the directory and export again.")
            }
            return false
        }
        try put(bytes, at: path)
        return true
    }

    private func put(_ bytes: [UInt8], at path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try DurableFile.replace(path, with: bytes)
        } catch {
            throw InterchangeError(
                .cannotCreate, "\(path) cannot be written. Check the directory's permissions and the space on the disk."
            )
        }
    }

    /// Makes the checkpoint the directory's, after everything that it covers.
    func publish(_ checkpoint: SignedCheckpoint) throws {
        try put(Array(checkpoint.description.utf8), at: checkpointPath)
    }

    /// Removes the partial files of an earlier export that gave way to complete or wider ones.
    func removePartial(of earlier: UInt64, in size: UInt64) {
        for row in TileRow.rows(size: earlier) where row.partialWidth > 0 {
            let old = row[row.fullCount]
            guard TileRow(level: row.level, size: size)[old.index].width != old.width else { continue }
            remove(.tile(old))
            if row.level == 0 { remove(.entries(index: old.index, width: old.width)) }
        }
    }

    /// Removes a partial file, and its folder once it is empty.
    private func remove(_ place: TilePath) {
        let path = path(place)
        try? FileManager.default.removeItem(atPath: path)
        rmdir((path as NSString).deletingLastPathComponent)
    }

    /// - Throws: `badData` for a tile that is missing or is not one.
    func tile(_ id: TileID) throws -> Tile {
        guard let bytes = FileManager.default.contents(atPath: path(.tile(id))) else {
            throw InterchangeError(.badData, "\(path(.tile(id))) is missing.")
        }
        return try Tile(id, bytes: Array(bytes))
    }
}
