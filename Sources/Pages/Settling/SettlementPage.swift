package import Draft
package import DraftLedger
import Projections
import Records
package import TextFormats

/// The next step of a contest that is decided by its rounds: a command to send, or what the contest waits for.
package struct SettlementPage: Page {
    let contest: TournamentID
    /// Nil for a contest without rounds or without a scoring.
    private let step: Settlement.Step?
    let measure: MeasureID?
    private let foreignDrafts: Int
    /// The winners of the prizes that are next; nil for any other step.
    let prizes: PrizeProposal?

    /// Reads the contest as it stands.
    ///
    /// - Parameters:
    ///   - contest: its number.
    ///   - ledger: the ledger to read.
    ///   - now: the time by which measures lapse.
    /// - Returns: nil if the contest is unknown.
    /// - Throws: `DraftLedgerError`.
    package init?(_ contest: TournamentID, in ledger: DraftLedger, at now: Timestamp) throws {
        guard let state = try ledger.tournament(contest) else { return nil }
        self.contest = contest
        step =
            state.isDecidedByRounds() ? try ledger.nextStep(of: try ledger.settlement(byRoundsOf: contest)) : nil
        measure = try step?.command.flatMap { try ledger.pendingMeasure(of: $0, at: now) }
        prizes = try step?.command.flatMap { try PrizeProposal($0, in: ledger) }
        foreignDrafts = try ledger.rooms().count { $0.tournament == contest && $0.preset == .untimed }
    }

    private var words: String? {
        step.map(\.words) ?? "has no rounds or no scoring, so there is nothing to settle"
    }

    /// Whether the contest is finalized or cancelled.
    var isOver: Bool { step == .over }

    /// The next step in one word or sentence.
    var next: String { step?.command?.kind.name ?? words ?? "" }

    private var note: String? {
        guard foreignDrafts > 0, step != nil else { return nil }
        return "Contest \(contest) was drafted elsewhere. Its results here are computed from the "
            + "\(Figures.plural(foreignDrafts, "draft")) in this ledger and from a draw of this ledger. They are not the "
            + "site's results."
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        [StyledText("contest \(contest)", .bold) + StyledText(" \(next)")]
            + (prizes?.lines(on: terminal) ?? [])
    }

    private static let message = Member<SettlementPage>("message") { $0.words }

    private static let approval = Member<SettlementPage>("approval") { $0.measure }

    static let members = Members<SettlementPage>(
        "Settlement",
        [
            .init("tournament") { $0.contest }, .init("isDecidedByRounds") { $0.step != nil }, message,
            .init("note") { $0.note }, approval,
            .init("command", .nullable(.named("Command"))) {
                $0.step?.command.map { .encoded(CommandRequest($0).json) } ?? .null
            },
            .init("prizes", PrizeProposal.members) { $0.prizes }, message.former("words"), approval.former("measure"),
        ])

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable {
        CSVTable(
            [
                "tournament", "isDecidedByRounds", "words", "note", "measure", "command", "prizes", "message",
                "approval",
            ], objects: [json])
    }
}

extension Settlement.Step {
    /// The command that is to be sent; nil if the contest waits or is over.
    package var command: Command? {
        if case .send(let command) = self { command } else { nil }
    }

    /// The state of the contest in words, after its name; nil if a command is to be sent.
    package var words: String? {
        switch self {
        case .send: nil
        case .over: "is over"
        case .wait(let rooms): "waits for \(Figures.plural(rooms, "room")) to end"
        case .waitForWeek(let week, let round): "waits in round \(round) for week \(week) to be final"
        case .waitForCorrections(let end, let round):
            "waits in round \(round) for corrections, which count until \(end.iso8601)"
        case .lacksScores(let places, let scores): "pays \(places) places and has \(scores) entries"
        }
    }
}

extension DraftLedger {
    /// Returns the last measure that proposes a command and waits for its approval; nil for none.
    fileprivate func pendingMeasure(of command: Command, at now: Timestamp) throws -> MeasureID? {
        try measures().last { id in
            guard let measure = try measure(id), measure.stage == .pending else { return false }
            return measure.proposed.command == command && measure.proposed.lapsesAt > now
        }
    }
}
