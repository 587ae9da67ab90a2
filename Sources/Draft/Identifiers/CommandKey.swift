/// A command by its sender's own name for it: ids of two senders have nothing to do with each other, so that nobody gets
/// another's outcome, or spoils an id, by guessing it.
package struct CommandKey: Hashable, Sendable {
    package var actor: Sender
    package var id: CommandID
}

extension CommandOrigin {
    package var key: CommandKey { CommandKey(actor: actor, id: commandID) }
}
