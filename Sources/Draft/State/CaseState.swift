/// A dispute as its events leave it.
public struct CaseState: Hashable, Sendable {
    public var opened: DisputeOpened
    public var evidence: [EvidenceAttached] = []
    public var resolution: DisputeResolved?
    public var version: UInt32 = 1

    public init(opened: DisputeOpened) { self.opened = opened }
}
