import Draft
import DraftLedger

/// Decides what the drafts of a batch come to, one after the other.
///
/// A value: deciding a draft on a copy makes a trial of it, and a draft that breaks a rule halfway goes with the copy.
/// What grows with every draft is therefore kept elsewhere.
struct DraftDecider<Batch: ImportBatch> {
    /// A contest of the batch and where it stands in the ledger.
    struct Contest {
        var tournament: TournamentID
        var pool: PoolID
    }

    let batch: Batch
    let ledger: DraftLedger?
    var known: KnownHistory.Contests
    var desk: ImportDesk

    /// By the batch's index; nil for a contest that has not been opened yet.
    var contests: [Contest?]

    /// Contests may share a pool.
    var players: [PoolID: PoolPlayers] = [:]

    init(_ batch: Batch, known: KnownHistory.Contests, ledger: DraftLedger?) {
        self.batch = batch
        self.ledger = ledger
        self.known = known
        desk = ImportDesk(dialect: batch.dialect, cryptography: ledger?.cryptography)
        contests = Array(repeating: nil, count: batch.contests.count)
    }

    /// Everything that a draft comes to: its contest, where that is new, late players of its pool, its room.
    ///
    /// - Parameter users: by slot.
    /// - Throws: `Refusal` when the draft breaks a rule, and what reading the ledger throws.
    mutating func events(of draft: ImportedDraft, in room: RoomID, users: [UserID?]) throws -> [PendingEvent] {
        var (contest, events) = try openContest(draft.contest)
        for case let player? in draft.picks.map(\.player) {
            guard players[contest.pool]?.index(of: batch.players[player]) == nil else { continue }
            events += try addLatePlayer(batch.players[player], to: contest.pool)
        }
        events += try roomEvents(of: draft, in: room, contest, users: users)
        desk.forget(room)
        return events
    }
}
