public import Draft
import Foundation
import LMDB
import Ledger
public import Merkle

/// The ledger in a few numbers.
public struct LedgerStatus: Sendable {
    /// A projection, and how far behind the log its rows are.
    public struct ProjectionStatus: Hashable, Sendable {
        public var name: String
        /// The version of its fold.
        public var version: UInt32
        /// Events that its rows include.
        public var progress: UInt64
        /// Events that they do not include yet; they are folded in when somebody asks.
        public var lag: UInt64
    }

    public var path: String
    public var origin: String?
    /// The number of events.
    public var size: UInt64
    public var root: TreeHash
    public var streams: UInt64
    public var rooms: UInt64
    /// On disk, everything included.
    public var bytes: UInt64
    public var projections: [ProjectionStatus]
    /// The beginning and the end of the ledger.
    public var system: SystemState
    /// Warnings about published heads and the key; empty if everything is in place.
    public var notes: [String]
}

extension DraftLedger {
    /// The ledger in a few numbers; its root covers exactly the `size` events.
    public func status() throws(DraftLedgerError) -> LedgerStatus {
        try rethrowing {
            let edge = try ledger.treeEdge()
            return LedgerStatus(
                path: path, origin: try origin, size: edge.size, root: edge.root,
                streams: UInt64(try ledger.streams(in: StreamID(rawValue: 0)...StreamID(rawValue: .max)).count),
                rooms: UInt64(try rooms().count), bytes: try bytesOnDisk(),
                projections: try marks(at: edge.size), system: try systemState(), notes: try notes())
        }
    }

    /// How far the rows of each projection are behind the log. Reads a mark each, where `status` goes through all streams:
    /// for who asks every few seconds.
    package func projectionMarks() throws(DraftLedgerError) -> [LedgerStatus.ProjectionStatus] {
        try rethrowing { try marks(at: try ledger.size) }
    }

    /// The address space that the ledger's file has, in bytes: what it can grow into before LMDB makes more.
    package func bytesOfMap() throws(DraftLedgerError) -> Int {
        try rethrowing { try ledger.read { _ in ledger.environment.mapSize } }
    }

    private func marks(at size: UInt64) throws -> [LedgerStatus.ProjectionStatus] {
        try StoredProjection.allCases.map { projection in
            let progress = try projections.progress(of: projection)
            return LedgerStatus.ProjectionStatus(
                name: projection.rawValue, version: projection.foldVersion, progress: progress,
                lag: size - min(progress, size))
        }
    }

    /// A damaged checkpoint is for `verify` to find; here it is worth a line.
    private func notes() throws -> [String] {
        do {
            return try signingNotes()
        } catch let error as DraftLedgerError {
            return [error.message]
        }
    }

    private func bytesOnDisk() throws -> UInt64 {
        var status = stat()
        guard stat(path + "/data.mdb", &status) == 0 else { return 0 }
        return UInt64(status.st_blocks) * 512
    }
}
