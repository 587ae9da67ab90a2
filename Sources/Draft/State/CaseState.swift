/// A dispute as its events leave it.
public struct CaseState: BegunStreamState {
    /// The claim.
    public let opened: DisputeOpened

    /// In the order in which it was attached.
    public private(set) var evidence: [EvidenceAttached] = []

    /// Nil until the case is decided.
    public private(set) var resolution: DisputeResolved?

    public private(set) var version: UInt32 = 1

    /// The dispute that a `DisputeOpened` begins.
    public init?(beginning event: Event, at place: EventPlace) {
        guard case .opened(let opened) = event.caseStep else { return nil }
        self.opened = opened
    }

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.caseStep {
        case .evidence(let attached): evidence.append(attached)
        case .resolved(let resolved): resolution = resolved
        case .opened, nil: break
        }
    }
}
