import Platform

/// The state of a writable ledger's desk: figures for monitoring.
///
/// As of the last finished piece of work; reading them does not disturb others.
public struct LedgerActivity: Hashable, Sendable {
    /// Commands that are taken in and not answered yet. `DeskLimits.commands` bounds them.
    public var commandsInFlight = 0
    /// Rooms, users and other histories whose commands wait for something that is being read.
    public var waiting = 0
    /// Commands that were decided since the ledger was opened, refused ones included; again those whose decision came to
    /// nothing.
    public var decided: UInt64 = 0
    /// Events that were handed to the disk since the ledger was opened.
    public var events: UInt64 = 0
    /// The number of states read into memory since the ledger was opened: rooms, users, wallets, and other needs of commands.
    public var reads: UInt64 = 0
    /// The number of repeated decisions, because another writer appended or the disk failed.
    public var startsOver: UInt64 = 0
    /// Rooms, users, wallets and other histories in memory.
    public var streamsInMemory = 0
    /// About how many bytes those take. `DeskLimits.liveState` bounds them.
    public var bytesInMemory = 0
}

extension DraftLedger {
    /// The state of the desk; nil in a ledger that was opened for reading.
    public var activity: LedgerActivity? {
        desk.map { desk in
            var activity = desk.activity.withLock { $0 }
            activity.commandsInFlight = desk.intake.count
            return activity
        }
    }
}
