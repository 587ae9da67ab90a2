import Draft
import DraftLedger

/// The rows of cases.
struct DisputeRows: Sendable {
    private(set) var disputes = RowBatch(columns: 14)

    /// The user whose cases are rows, without other users' numbers; nil for all users.
    private let reader: UserID?

    init(for reader: UserID?) { self.reader = reader }

    /// - Parameter events: the case's stream, in order. One that was only ever refused makes no row.
    mutating func add(_ id: CaseID, _ events: [RecordedEvent]) {
        guard let state = CaseState.folding(events) else { return }
        let opening = events.first { if case .opened = $0.event.caseStep { true } else { false } }
        // A reader gets the cases of which the reader is the claimant, or which the reader opened.
        if let reader, state.opened.claimant != reader, opening?.origin?.actor != .user(reader) { return }
        let resolution = events.last { if case .resolved = $0.event.caseStep { true } else { false } }
        disputes.add(id)
        disputes.add(state.opened.room)
        disputes.add(state.opened.pick)
        disputes.add(state.opened.seat)
        disputes.add(shown(state.opened.claimant))
        disputes.add(state.opened.claim)
        disputes.add(opening?.recordedAt)
        disputes.add(state.evidence.count)
        disputes.add(name: state.resolution.map { "\($0.verdict)" } ?? "")
        disputes.add(shown(state.resolution?.resolvedBy))
        disputes.add(name: state.resolution?.reason ?? "")
        disputes.add(resolution?.recordedAt)
    }

    private func shown(_ user: UserID?) -> UserID? { reader == nil || user == reader ? user : nil }

    var batches: [(table: String, rows: RowBatch)] { [("dispute", disputes)] }
}
