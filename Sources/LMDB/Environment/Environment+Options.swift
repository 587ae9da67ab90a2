import CLMDB

extension Environment {
    /// What a process may do with an environment.
    public enum Access: Sendable {
        case readWrite
        case readOnly
    }

    /// What survives what, once a write transaction has returned.
    ///
    /// All three survive the end of the process, however sudden. They differ in what a power failure can take.
    public enum Durability: Sendable {
        /// Data and its root are on the disk: a commit that returned is there for good. Two syncs.
        case full
        /// Data is on the disk, its root perhaps not yet: a power failure can undo the last commits, each whole, and
        /// leaves an older state intact. About half of the time of `full`.
        case relaxed
        /// Nothing is synced before `Environment.sync()`. A power failure can undo commits and, on a file system that
        /// reorders writes, damage the file. For what can be made again from nothing.
        case unsynced

        var flags: UInt32 {
            switch self {
            case .full: 0
            case .relaxed: UInt32(MDB_NOMETASYNC)
            case .unsynced: UInt32(MDB_NOSYNC | MDB_NOMETASYNC)
            }
        }
    }

    /// How to open an environment.
    public struct Options: Sendable {
        public var access: Access
        public var durability: Durability
        /// How many named tables this process can use, at most. Each costs a few words in every transaction.
        public var maximumTables: Int
        /// The size in bytes of a new environment's map; it grows by itself. Small values are for tests of growth.
        public var initialMapSize: Int

        public init(
            access: Access = .readWrite,
            durability: Durability = .full,
            maximumTables: Int = 128,
            initialMapSize: Int = 64 << 20
        ) {
            self.access = access
            self.durability = durability
            self.maximumTables = maximumTables
            self.initialMapSize = initialMapSize
        }
    }
}
