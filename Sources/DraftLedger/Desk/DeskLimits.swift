/// How much a ledger that is open for writing takes on at a time, so that no flood of commands exhausts the memory.
///
/// A command is in flight from when it is sent until it is answered. One that finds no room fails with `overloaded` and
/// leaves no trace; it may be sent again under the same id.
public struct DeskLimits: Hashable, Sendable {
    /// Commands in flight, at least 1: 65,536 by default.
    public var commands: Int

    /// Bytes of their contents: 64 MiB by default. A command that is larger than this is taken when no other is in flight.
    public var bytes: Int

    /// Commands in flight of one sender who is a user, at least 1: 1,024 by default. The house, its machines and providers
    /// have no such limit.
    public var commandsOfOneUser: Int

    /// About how many bytes the live state of rooms, users and wallets may take before what was not used for longest is
    /// dropped, to be read again when a command asks for it: 512 MiB by default, at 7 to 45 KB a room in draft. What is not
    /// durable yet stays beyond it.
    public var liveState: Int

    /// - Parameters:
    ///   - commands: commands in flight.
    ///   - bytes: bytes of their contents.
    ///   - commandsOfOneUser: commands in flight of one user.
    ///   - liveState: bytes of live state.
    public init(
        commands: Int = 65_536, bytes: Int = 64 << 20, commandsOfOneUser: Int = 1_024, liveState: Int = 512 << 20
    ) {
        self.commands = max(1, commands)
        self.bytes = bytes
        self.commandsOfOneUser = max(1, commandsOfOneUser)
        self.liveState = liveState
    }
}
