/// Somebody disputes a pick.
public struct DisputeOpened: Hashable, Sendable {
    public var room: RoomID
    public var pick: PickNumber
    public var seat: Seat
    /// The room's version when the claim was made.
    public var roomVersion: UInt32
    public var claimant: UserID?
    public var claim: String

    public init(room: RoomID, pick: PickNumber, seat: Seat, roomVersion: UInt32, claimant: UserID?, claim: String) {
        self.room = room
        self.pick = pick
        self.seat = seat
        self.roomVersion = roomVersion
        self.claimant = claimant
        self.claim = claim
    }

    package static var blank: Self { Self(room: 0, pick: 0, seat: 0, roomVersion: 0, claimant: nil, claim: "") }
}

/// A document outside the ledger, pinned by its digest.
public struct EvidenceAttached: Hashable, Sendable {
    public var digest: Digest256
    public var title: String

    public init(digest: Digest256, title: String) {
        self.digest = digest
        self.title = title
    }

    package static var blank: Self { Self(digest: .zero, title: "") }
}

/// A case was decided by somebody without a stake in it; that is its end.
public struct DisputeResolved: Hashable, Sendable {
    /// Which way a case was decided.
    public enum Verdict: UInt8, Sendable, CaseIterable {
        case upheld = 1
        case rejected = 2
        case undecidable = 3
    }
    public var verdict: Verdict
    public var resolvedBy: UserID
    public var reason: String

    public init(verdict: Verdict, resolvedBy: UserID, reason: String) {
        self.verdict = verdict
        self.resolvedBy = resolvedBy
        self.reason = reason
    }

    package static var blank: Self { Self(verdict: .undecidable, resolvedBy: 0, reason: "") }
}
