import Draft
import DraftLedger

/// The records of a bundle about a week, read like a ledger. What is not in there is not taken for nothing: without it the
/// rules would come to something else.
struct BundledScores: ScoreSource {
    private let sections: EvidenceSections
    private let rooms: [RoomID: [RecordedEvent]]

    init(_ sections: EvidenceSections) {
        self.sections = sections
        var rooms: [RoomID: [RecordedEvent]] = [:]
        for event in sections[.records] { if let room = event.stream.room { rooms[room, default: []].append(event) } }
        self.rooms = rooms
    }

    /// The rooms of which there are records.
    var known: Set<RoomID> { Set(rooms.keys) }

    func drafted(_ room: RoomID) throws -> RoomState? {
        guard let events = rooms[room], case .opened(let opened) = events.first?.event.preparation,
            Ruleset.allowedTeams.contains(opened.ruleset.teams), Ruleset.allowedRounds.contains(opened.ruleset.rounds),
            let state = RoomState.folding(events)
        else { throw Self.missing(.records, "the draft of room \(room), in which the pod has players,") }
        return state
    }

    func players(of pool: PoolID) throws -> PoolState? { try sections.pool(pool).pool(pool, before: .max) }

    func history(of stream: StreamKey) throws -> [RecordedEvent] {
        let section: EvidenceRecord.Section = if case .season = stream { .season } else { .contest }
        try sections.check(section, isOf: stream)
        guard !sections[section].isEmpty else { throw Self.missing(section, "the history of \(stream)") }
        return sections[section]
    }

    /// Free text whose record has only the digest is stored outside the log, and not in the bundle.
    func worded(_ recorded: RecordedEvent) -> RecordedEvent { recorded.notingAbsentTexts }

    private static func missing(_ section: EvidenceRecord.Section, _ what: String) -> EvidenceError {
        .badFile(section.rawValue, "\(what) is missing")
    }
}
