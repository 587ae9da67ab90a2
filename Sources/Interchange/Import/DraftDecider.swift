import Draft
import DraftLedger
import Records

/// Decides what the drafts of a batch come to, one after the other.
///
/// A value: deciding a draft on a copy makes a trial of it, and a draft that breaks a rule halfway goes with the copy.
/// Data that grows with every draft is therefore kept elsewhere.
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
        desk = ImportDesk(
            dialect: batch.dialect, cryptography: ledger?.cryptography, signing: ledger?.importSigning)
        contests = Array(repeating: nil, count: batch.contests.count)
    }

    /// Everything that a draft comes to: what has to be there before it, and its room.
    ///
    /// - Parameters:
    ///   - users: by slot.
    ///   - picked: see `groundwork`.
    /// - Throws: `Refusal` when the draft breaks a rule, and what reading the ledger throws.
    mutating func events(
        of draft: ImportedDraft, in room: KnownHistory.Room, users: [UserID?], picked: [PlayerIndex?] = []
    ) throws -> [PendingEvent] {
        let (contest, groundwork) = try groundwork(for: draft, picked: picked)
        return groundwork + (try roomEvents(of: draft, in: room, contest, users: users, picked: picked))
    }

    /// Commands before a draft's room: its contest, if that is new, and late players of its pool.
    ///
    /// - Parameter picked: by pick, whom the ledger has for it already; nil where that has to be found out.
    mutating func groundwork(
        for draft: ImportedDraft, picked: [PlayerIndex?] = []
    ) throws -> (Contest, [PendingEvent]) {
        var (contest, events) = try openContest(draft.contest)
        for (index, pick) in draft.picks.enumerated() where index >= picked.count || picked[index] == nil {
            guard let player = pick.player else { continue }
            if find(player, in: contest.pool) == nil { events += try addLatePlayer(player, to: contest.pool) }
        }
        return (contest, events)
    }

    /// Searches a pool for a player of the batch, once.
    @discardableResult
    mutating func find(_ player: Int, in pool: PoolID) -> PlayerIndex? {
        if let index = players[pool]?.index(of: player) { return index }
        let wanted = batch.players[player]
        return players[pool]?.find(wanted, number: player)
    }

    /// The players whose team the files know and the ledger does not, each as "Name (team)", in order.
    func newTeams() -> [String] {
        let numbers = Set(players.values.flatMap(\.withoutTeam))
        return Set(
            numbers.map { batch.players[$0] }.filter { !$0.team.isEmpty }.map { "\($0.name) (\($0.team))" }
        ).sorted()
    }

    /// The players whom their pool lists under the same id with another name or position, each as "Name (position, listed as
    /// Name, position)", in order.
    func otherNames() -> [String] {
        Set(
            players.values.flatMap { $0.listedOtherwise(batch.players) }.map { number, listed in
                let player = batch.players[number]
                return "\(player.name) (\(player.position.abbreviation), listed as \(listed.name), "
                    + "\(listed.position.abbreviation))"
            }
        ).sorted()
    }

    /// The players whose bye week their pool does not say, or has otherwise, each as "Name (week)", in order.
    func otherByeWeeks() -> [String] {
        Set(
            players.values.flatMap { $0.withOtherByeWeek(batch.players) }.map { number in
                "\(batch.players[number].name) (\(batch.players[number].byeWeek ?? 0))"
            }
        ).sorted()
    }

    /// The players who have another team in the files than the ledger lists them with, each as "Name (team, listed with
    /// team)", in order.
    func otherTeams() -> [String] {
        Set(
            players.values.flatMap { $0.withOtherTeam(batch.players) }.map { number, listed in
                "\(batch.players[number].name) (\(TeamName.canonical(batch.players[number].team)), listed with \(listed))"
            }
        ).sorted()
    }
}
