package import DraftLedger
package import Merkle
import Platform

/// Writes the ledger as the static files of a tiled log (C2SP tlog-tiles): the copy that a regulator may keep, and that
/// any such client checks without us.
///
///     checkpoint
///     tile/<level>/<N>[.p/<width>]
///     tile/entries/<N>[.p/<width>]
///
/// A directory that holds an earlier export grows: what is complete there is compared and kept. The checkpoint comes last,
/// so that an export that was cut off leaves the earlier one behind, whole.
package struct TiledLogExport: Sendable {
    /// Told how many records of how many have been written.
    package var progress: ProgressHandler?

    package init() {}

    /// The result of an export.
    package struct Summary: Hashable, Sendable {
        package var records: UInt64
        package var filesWritten: Int
        /// Complete ones of an earlier export.
        package var filesKept: Int
    }

    /// Writes everything that a checkpoint covers. Reads every record once, on all cores.
    ///
    /// - Parameter directory: created where it is missing.
    /// - Throws: `InterchangeError` for what cannot be written, or when the directory holds another log;
    ///   `DraftLedgerError` for the ledger.
    package func run(
        _ ledger: DraftLedger, asOf checkpoint: SignedCheckpoint, to directory: String
    ) throws -> Summary {
        let size = checkpoint.unverified.size
        let files = TiledLogFiles(directory)
        let earlier = try files.check(extends: checkpoint, in: ledger)
        var summary = Summary(records: size, filesWritten: 0, filesKept: 0)
        let leaves = TileRow(level: 0, size: size)
        var next: UInt64 = 0
        while next < leaves.endIndex {
            let end = min(next + Self.wave, leaves.endIndex)
            let wave = Array(next..<end)
            for count in try Cores.map(wave, { try write(leaves[$0], of: ledger, to: files) }) {
                summary.filesWritten += count
                summary.filesKept += 2 - count
            }
            next = end
            progress?(min(size, next << 8), size)
        }
        for row in TileRow.rows(size: size) where row.level > 0 {
            for id in row {
                let tile = try Tile(id, from: ledger.hashSource)
                if try files.write(tile.bytes, at: .tile(id)) {
                    summary.filesWritten += 1
                } else {
                    summary.filesKept += 1
                }
            }
        }
        let tree = TiledTree(size: size) { try files.tile($0) }
        guard try tree.root() == checkpoint.unverified.root else {
            throw InterchangeError(
                .outputFailed, "The tiles in \(directory) do not lead to the checkpoint's root. Run `verify`.")
        }
        try files.publish(checkpoint)
        files.removePartial(of: earlier, in: size)
        return summary
    }

    /// Bundles that are written before the next progress is told.
    private static let wave: UInt64 = 256

    /// Writes a bundle of records and the tile of their hashes.
    ///
    /// - Returns: how many of the two files were not there yet.
    private func write(_ id: TileID, of ledger: DraftLedger, to files: TiledLogFiles) throws -> Int {
        let first = id.index << 8
        let records = try (first..<first + UInt64(id.width)).map { try ledger.record(at: $0) }
        let bundle = try EntryBundle(records)
        let tile = try Tile(id, hashes: bundle.leaves)
        let isBundleNew = try files.write(bundle.bytes, at: .entries(index: id.index, width: id.width))
        let isTileNew = try files.write(tile.bytes, at: .tile(id))
        return (isBundleNew ? 1 : 0) + (isTileNew ? 1 : 0)
    }
}
