import Draft
import DraftLedger
import Records

/// The data of other streams that rooms need: pools, cases, staff, outages, and commands with events in the ledger's own
/// stream.
struct AuditLibraries: Sendable {
    private var poolEvents: [PoolID: [RecordedEvent]] = [:]
    private var caseLibrary = CaseLibrary()
    private var gatherer = OutageGatherer()
    private var stillness = StillnessGatherer()

    /// The rooms that cases and measures are about.
    private(set) var roomsOfCases: [CaseID: RoomID] = [:]
    private(set) var roomsOfMeasures: [MeasureID: RoomID] = [:]

    init() {
        caseLibrary.systemCommands = [:]
        caseLibrary.approvals = [:]
    }

    /// Writes or reads what was gathered of all records. The events of few streams are filed again.
    ///
    /// - Parameter events: of these streams, in the order of the ledger; empty for writing.
    mutating func keep(in sections: inout KeptSections, events: [RecordedEvent]) throws {
        try sections.value("libraries.outages", &gatherer)
        try sections.value("libraries.stillness", &stillness)
        for event in events { file(event) }
    }

    /// The contribution of one part of the ledger to the libraries.
    struct Portion: Sendable {
        fileprivate var events: [RecordedEvent] = []
        fileprivate var gatherer = OutageGatherer()
        fileprivate var stillness = StillnessGatherer()

        /// Takes the next record. Nine in ten are nothing to the libraries, and are not decoded.
        mutating func add(_ view: RecordView) {
            gatherer.note(view.recordedAt, at: view.position)
            stillness.note(
                view.recordedAt, at: view.position, isTick: view.isTick)
            let isPause = view.templateID == EventType.roomPaused.rawValue
            guard isPause || AuditLibraries.concerns(StreamKey(rawValue: view.stream)) else { return }
            // A record that cannot be read is left out: a verification reports it.
            guard let event = try? view.decoded() else { return }
            gatherer.note(mark: event)
            if !isPause { events.append(event) }
        }
    }

    private static func concerns(_ stream: StreamKey?) -> Bool {
        switch stream {
        case .pool, .dispute, .system, .staff, .measure: true
        default: false
        }
    }

    /// Adds what the next part of the ledger has.
    mutating func add(_ portion: Portion) {
        gatherer.append(portion.gatherer)
        stillness.append(portion.stillness)
        for event in portion.events { file(event) }
    }

    /// Adds the next event of any stream, in the order of the ledger.
    mutating func add(_ event: RecordedEvent) {
        gatherer.note(event.recordedAt, at: event.position)
        stillness.note(event.recordedAt, at: event.position, isTick: event.event.isTick)
        gatherer.note(mark: event)
        if Self.concerns(event.stream) { file(event) }
    }

    private mutating func file(_ event: RecordedEvent) {
        switch event.stream {
        case .pool(let id): poolEvents[id, default: []].append(event)
        case .dispute(let id):
            caseLibrary.add(event)
            if case .opened(let opened) = event.event.caseStep { roomsOfCases[id] = opened.room }
        case .system: caseLibrary.add(system: event)
        case .staff: caseLibrary.add(staff: event)
        case .measure(let id):
            caseLibrary.add(measure: event)
            if case .proposed(let proposed) = event.event.approval { roomsOfMeasures[id] = proposed.command.namedRoom }
        default: break
        }
    }

    /// Adds imported events of which no mark tells yet.
    mutating func add(unmarkedImport positions: Range<UInt64>) { caseLibrary.add(unmarkedImport: positions) }

    /// When the last record was made.
    var lastRecordedAt: Timestamp? { gatherer.lastRecordedAt }

    /// The versions of the rules, and the imported events.
    var terms: HistoryTerms { caseLibrary.terms }

    /// The pools with events from a position on.
    func pools(changedSince position: UInt64) -> Set<PoolID> {
        Set(poolEvents.filter { $0.value.last.map { $0.position >= position } ?? false }.keys)
    }

    var pools: PoolLibrary {
        var library = PoolLibrary()
        for (id, events) in poolEvents { library.add(id, events) }
        return library
    }

    var cases: CaseLibrary {
        var library = caseLibrary
        library.outages = gatherer.outages
        library.delays.stillness = stillness.stillness
        return library
    }
}

extension Command {
    /// The room that a decision on the command may read whole; nil where none is.
    var namedRoom: RoomID? {
        switch self {
        case .room(let id, _), .queue(let id, _, _): id
        case .dispute(_, .openDispute(let opened)): opened.room
        case .measure(_, .proposeMeasure(let proposal)): proposal.command.namedRoom
        case .ledger, .pool, .tournament, .wallet, .user, .dispute, .staff, .measure, .season, .aliases, .notes: nil
        }
    }
}
