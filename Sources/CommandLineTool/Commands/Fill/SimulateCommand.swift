import ArgumentParser
import Draft
import DraftLedger
import Pages
import Simulation
import TextFormats
import ToolSupport

struct SimulateCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Simulate drafts from a seed.",
        discussion: """
            Simulates deposits, joins, queue edits, ticks, picks, timeouts, autopicks, refusals and prizes. The same seed and \
            options give the same ledger, byte for byte. Creates the ledger if it does not exist, and adds rooms to one that \
            exists.

            EXAMPLE:
              draftledger --ledger demo.ledger simulate --rooms 12 --seed 7
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("The number of rooms to draft.", valueName: "count")) var rooms:
        Int
    @Option(parsing: .unconditional, help: ArgumentHelp("The seed of the random numbers.", valueName: "number"))
    var seed: UInt64 = 1
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The teams in a room, \(Ruleset.allowedTeams.words).", valueName: "count"))
    var teams: UInt8 = 12
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The rounds of a draft, \(Ruleset.allowedRounds.words).", valueName: "count"))
    var rounds: UInt8 = 18
    @Option(
        help: ArgumentHelp(
            "The pick clock: fast (30 seconds) or slow (12 hours). (default: fast)", valueName: "fast|slow"),
        completion: .list(["fast", "slow"]), transform: Choice.named)
    var preset: SimulationOptions.Clock = .fast
    @Option(help: ArgumentHelp("The title.", valueName: "text")) var title =
        "Simulated Best Ball Open"
    @Option(parsing: .unconditional, help: ArgumentHelp("The entry fee in cents.", valueName: "cents"))
    var entryFee: Int64 = 2_500
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of users (default: one for every six entries).", valueName: "count"))
    var users: Int?
    @Option(
        help: ArgumentHelp(
            "lively: events of all kinds; quiet: joins, picks and payments only. (default: lively)",
            valueName: "lively|quiet"), completion: .list(["lively", "quiet"]), transform: Choice.named)
    var profile: SimulationOptions.Profile = .lively
    @Option(help: ArgumentHelp("The permanent name of the ledger if it is created.", valueName: "name"))
    var origin = "draft-ledger.example/simulation"
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let simulation = try Simulation(
            SimulationOptions(
                rooms: rooms, seed: seed, teams: teams, rounds: rounds, clock: preset, contest: title,
                entryFee: Cents(entryFee), users: users, profile: profile))
        let draft = try ledger.openOrCreate(console, origin: origin, moment: SimulationStart.epoch)
        defer { draft.close() }
        let start = ContinuousClock.now
        let summary = try console.withProgress("simulate", unit: "rooms") { progress in
            try simulation.run(into: draft, progress: progress)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        try console.present(SimulationPage(summary: summary, path: draft.path, seconds: seconds), as: format.format)
        return .done
    }
}

/// The result of `simulate`.
struct SimulationPage: Page {
    var summary: SimulationSummary
    var path: String
    var seconds: Double

    func text(on terminal: Terminal) -> [StyledText] {
        let rate = seconds > 0 ? " (\(Figures.grouped(UInt64(Double(summary.events) / seconds)))/s)" : ""
        var facts: [(String, String)] = [
            (
                "rooms",
                "\(Figures.grouped(summary.rooms)): \(Figures.grouped(summary.completedRooms)) complete, "
                    + "\(summary.cancelledRooms) cancelled, \(summary.voidedRooms) voided"
            ),
            ("events", "\(Figures.grouped(summary.events)) in \(Figures.decimal(seconds)) s\(rate)"),
            (
                "picks",
                "\(Figures.grouped(summary.manualPicks)) by hand, "
                    + "\(Figures.grouped(summary.automatedPicks)) automated"
            ),
            ("refusals", Figures.grouped(summary.refusals)), ("users", Figures.grouped(summary.users)),
            ("entries", Figures.grouped(summary.entries)),
        ]
        let money: [(String, Cents)] = [
            ("deposits", summary.deposits), ("fees", summary.fees), ("prizes", summary.prizes), ("rake", summary.rake),
            ("overlay", summary.overlay), ("refunds", summary.refunds), ("withdrawals", summary.withdrawals),
        ]
        facts += money.filter { $0.1 != .zero }.map { ($0.0, Figures.money($0.1)) }
        let width = facts.map(\.0.count).max() ?? 0
        return [StyledText("Simulated into \(path)", .bold)]
            + facts.map { StyledText($0.0.rightPadded(to: width + 2), .dim) + StyledText($0.1) }
    }

    var json: JSON {
        [
            "rooms": .of(summary.rooms), "completedRooms": .of(summary.completedRooms),
            "cancelledRooms": .of(summary.cancelledRooms), "voidedRooms": .of(summary.voidedRooms),
            "events": .of(summary.events), "ticks": .of(summary.ticks), "manualPicks": .of(summary.manualPicks),
            "automatedPicks": .of(summary.automatedPicks), "refusals": .of(summary.refusals),
            "users": .of(summary.users), "entries": .of(summary.entries),
            "depositsCents": .of(summary.deposits.value), "feesCents": .of(summary.fees.value),
            "prizesCents": .of(summary.prizes.value), "rakeCents": .of(summary.rake.value),
            "overlayCents": .of(summary.overlay.value), "refundsCents": .of(summary.refunds.value),
            "withdrawalsCents": .of(summary.withdrawals.value), "seconds": .of(seconds),
        ]
    }

    var csv: CSVTable {
        guard case .object(let members) = json else { return CSVTable([]) }
        return CSVTable(members.map(\.key), objects: [json])
    }
}
