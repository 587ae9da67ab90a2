import Draft
import DraftLedger

/// The secrets that a history reveals. Of those that are still secret it holds what rooms committed to.
struct RecordedSecrets: DraftCryptography {
    private let hashing = LedgerCryptography(drawMaster: [])
    private var secrets: [RoomID: Digest256] = [:]
    private var commitments: [RoomID: Digest256] = [:]
    private var salts: [RoomID: [PickNumber: Digest256]] = [:]
    private var podSecrets: [TournamentID: [UInt8: Digest256]] = [:]
    private var podCommitments: [TournamentID: Digest256] = [:]

    init(of events: [RecordedEvent]) {
        for recorded in events {
            switch (recorded.stream, recorded.event) {
            case (.room(let room), .roomOpened(let opened)): commitments[room] = opened.commitment
            case (.queue(let room, _), .autopickExplained(let explained)):
                salts[room, default: [:]][explained.pick] = explained.salt
            case (.tournament(let contest), .entriesClosed(let closed)):
                podCommitments[contest] = closed.podCommitment
            case (.tournament(let contest), .podsDrawn(let drawn)):
                podSecrets[contest, default: [:]][drawn.round] = drawn.secret
            case (.room(let room), let event): if let secret = event.revealedSecret { secrets[room] = secret }
            default: continue
            }
        }
    }

    func sha256(_ message: [UInt8]) -> Digest256 { hashing.sha256(message) }
    func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256 { hashing.hmacSHA256(key: key, message: message) }
    func drawSecret(of room: RoomID) -> Digest256 { secrets[room] ?? .zero }

    func podSecret(of tournament: TournamentID, round: UInt8, of rounds: UInt8) -> Digest256 {
        podSecrets[tournament]?[round] ?? .zero
    }

    func autopickSalt(of room: RoomID, pick: PickNumber) -> Digest256? { salts[room]?[pick] }

    /// The event with the commitment to a secret that was never revealed.
    func committing(_ event: StreamEvent) -> Event {
        if case .tournament(let contest) = event.stream, case .entriesClosed(var closed) = event.event,
            closed.podCommitment != nil, podSecrets[contest]?[2] == nil
        {
            closed.podCommitment = podCommitments[contest]
            return .entriesClosed(closed)
        }
        guard case .room(let room) = event.stream, case .roomOpened(var opened) = event.event,
            opened.commitment != nil, secrets[room] == nil
        else { return event.event }
        opened.commitment = commitments[room]
        return .roomOpened(opened)
    }
}
