extension CaseState {
    /// The dispute that a `DisputeOpened` begins; nil for any other event.
    public static func opened(by recorded: RecordedEvent) -> CaseState? {
        guard case .disputeOpened(let opened) = recorded.event else { return nil }
        var dispute = CaseState(opened: opened)
        dispute.version = recorded.version
        return dispute
    }

    /// Folds the dispute's next event.
    public mutating func evolve(_ recorded: RecordedEvent) {
        version = recorded.version
        switch recorded.event {
        case .evidenceAttached(let attached): evidence.append(attached)
        case .disputeResolved(let resolved): resolution = resolved
        default: break
        }
    }
}
