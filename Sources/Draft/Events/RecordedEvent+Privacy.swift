extension RecordedEvent {
    /// The event as everybody in the room may see it.
    ///
    /// A pick that the rules made records whom it passed over: the head of the seat's queue, which is that seat's alone.
    /// The record needs it, so that the pick can be made once more; what is shown to others leaves it out.
    public var withoutQueueContents: RecordedEvent {
        guard case .pickAutomated(var made) = event, !made.skipped.isEmpty else { return self }
        made.skipped = []
        var shown = self
        shown.event = .pickAutomated(made)
        return shown
    }
}
