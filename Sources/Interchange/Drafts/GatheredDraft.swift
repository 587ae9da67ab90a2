import Draft

/// A draft as its rows come in: in any order, from any of the files, not yet checked.
struct GatheredDraft {
    struct Pick {
        var place: SourcePlace
        /// Columns, or offsets, of what may turn out wrong once all rows are there.
        var slotColumn: UInt32
        var playerColumn: UInt32
        var number: PickNumber
        var slot: Slot
        /// As the source counts it; nil where it does not.
        var round: UInt8?
        var manner: ImportedPick.Manner
        /// Index of the player's spelling in the table; nil for a skipped pick.
        var player: UInt32?
        var adp: UInt32?
        var byeWeek: UInt8?
        var occurredAt: Timestamp?
        /// In the first round, in hundredths, as the site states it.
        var points: Int32?
    }

    let externalID: String

    /// By slot; nil where no row has been seen.
    var entries: [ImportedEntry?] = []

    var picks: [Pick] = []

    /// The time as the first row spells it: every other row has to say the same.
    var startedAtText = ""
    var startedAt: Timestamp?

    /// Likewise, as the first row spells it.
    var clockText = ""
    var clock: Interval?

    /// The contest; nil if the source does not state one.
    var played: SiteContest?

    /// The source that states the results of entries and picks; nil if the file does not name it.
    var statedBy: String?

    /// What is stated of the rounds behind the first, by round: of all slots, and of all picks or none, once they are in
    /// order.
    var playoffs: [UInt8: ResultsStated] = [:]

    /// Index among the batch's contests, once they are known.
    var contest = 0
    var rounds: UInt8 = 0

    /// Which way its rounds run, as its check has found out.
    var order = Ruleset.Order.snake

    /// The first thing that was wrong with it.
    var issue: ImportIssue?

    init(externalID: String) { self.externalID = externalID }

    var teams: UInt8 { UInt8(entries.count) }

    /// The identity of its contest: the contest's own name, else the year.
    var contestName: String { played?.externalID ?? year }

    /// In which it started; empty where the source does not say.
    var year: String { startedAt.map { String($0.iso8601.prefix { $0 != "-" }) } ?? "" }

    /// The draft in the game's terms; it must have passed its check.
    ///
    /// - Parameter player: the index of the player whom a spelling means.
    func imported(player: (Int) -> Int) -> ImportedDraft {
        ImportedDraft(
            externalID: externalID, contest: contest, teams: teams, rounds: rounds, order: order, statedClock: clock,
            startedAt: startedAt, entries: entries.compactMap { $0 },
            picks: picks.map {
                ImportedPick(
                    player: $0.player.map { player(Int($0)) }, adp: $0.adp, occurredAt: $0.occurredAt,
                    manner: $0.manner)
            },
            place: picks.map(\.place).min() ?? SourcePlace(file: 0, line: 1, column: 1), entryFee: played?.entryFee,
            results: [results].compactMap(\.self) + laterResults)
    }

    /// Results that the site states of rounds after the first.
    private var laterResults: [ResultsStated] {
        playoffs.sorted { $0.key < $1.key }.map(\.value).filter { results in
            !results.picks.isEmpty || results.entries.contains { $0 != .blank }
        }
    }

    /// Results that the site states of the first round, by seats, which are the slots; nil if it states none.
    private var results: ResultsStated? {
        guard let statedBy else { return nil }
        let stated = entries.map { $0?.stated ?? .blank }
        let hasPicks = picks.contains { $0.points != nil }
        guard hasPicks || stated.contains(where: { $0 != .blank }) else { return nil }
        return ResultsStated(
            round: 1, source: statedBy, entries: stated,
            picks: hasPicks ? picks.map { StatedPick(points: $0.points) } : [])
    }
}
