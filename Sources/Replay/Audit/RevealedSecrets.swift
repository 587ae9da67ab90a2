import Draft
import DraftLedger

/// The secrets that a group reveals: of the order's draw, of the draw of pods, and the salts of autopicks. Secrets that
/// are not revealed yet stay as recorded and are checked when revealed. The ledger's master secret is never needed.
struct RevealedSecrets: DraftCryptography {
    /// Made once: a group of events has its own secrets, and deriving keys costs more than deciding.
    private static let hashing = LedgerCryptography(drawMaster: [])
    private var secrets: [RoomID: Digest256] = [:]
    private var salts: [PickNumber: Digest256] = [:]
    private var podSecret: Digest256?

    /// - Parameter events: of one command.
    init(of events: [RecordedEvent]) {
        for recorded in events {
            if case .room(let room) = recorded.stream, let secret = recorded.event.revealedSecret {
                secrets[room] = secret
            }
            if case .pods(let drawn) = recorded.event.contest { podSecret = drawn.secret }
            if case .explained(let explained) = recorded.event.queueChange { salts[explained.pick] = explained.salt }
        }
    }

    func sha256(_ message: [UInt8]) -> Digest256 { Self.hashing.sha256(message) }
    func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256 {
        Self.hashing.hmacSHA256(key: key, message: message)
    }
    func drawSecret(of room: RoomID) -> Digest256 { secrets[room] ?? .zero }
    func podSecret(of tournament: TournamentID, round: UInt8, of rounds: UInt8) -> Digest256 { podSecret ?? .zero }

    /// None where the group has none: it was recorded before there were salts, or lacks what it should have.
    func autopickSalt(of room: RoomID, pick: PickNumber) -> Digest256? { salts[pick] }
}

extension Event {
    /// Whether a recomputed decision is equal. A commitment to an unrevealed secret matches any value, and older records may
    /// lack fields: `VersionWatch` checks that such records do not follow newer ones.
    ///
    /// - Parameters:
    ///   - recorded: the event on record.
    ///   - withTerms: whether rooms have to open with the terms of their draw; older rules opened them without.
    func isSame(as recorded: Event, withTerms: Bool = true) -> Bool {
        if case .opened(var decided) = preparation, case .opened(let stated) = recorded.preparation {
            guard (decided.commitment == nil) == (stated.commitment == nil) else { return false }
            decided.commitment = stated.commitment
            if !withTerms, stated.draw == nil { decided.draw = nil }
            return decided == stated
        }
        if case .completed(var decided) = ending, case .completed(let stated) = recorded.ending {
            if stated.ticks == nil { decided.ticks = nil }
            if stated.queueVersions.isEmpty { decided.queueVersions = [] }
            return decided == stated
        }
        if case .rounds(var decided) = contest, case .rounds(let stated) = recorded.contest {
            guard (decided.podCommitment == nil) == (stated.podCommitment == nil) else { return false }
            decided.podCommitment = stated.podCommitment
            return decided == stated
        }
        if case .closed(var decided) = contest, case .closed(let stated) = recorded.contest {
            if decided.podCommitment != nil { decided.podCommitment = stated.podCommitment }
            return decided == stated
        }
        if case .played(var decided) = contest, case .played(let stated) = recorded.contest {
            guard (decided.podCommitment == nil) == (stated.podCommitment == nil) else { return false }
            decided.podCommitment = stated.podCommitment
            return decided == stated
        }
        return self == recorded
    }
}
