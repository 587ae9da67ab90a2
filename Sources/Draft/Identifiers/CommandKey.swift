/// A command by its sender's own name for it: ids of two senders have nothing to do with each other, so that nobody gets
/// another's outcome, or spoils an id, by guessing it.
public struct CommandKey: Hashable, Sendable {
    public var actor: Sender
    public var id: CommandID
}

extension CommandOrigin {
    public var key: CommandKey { CommandKey(actor: actor, id: commandID) }
}
