import ArgumentParser
import Draft
import DraftLedger
import Projections

struct ExposureCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "exposure", abstract: "Show how much of the entries each player is in.",
        discussion: """
            Entries of unfinished rooms are left out unless asked for; those of voided and cancelled rooms never \
            count. Dates are those of the drafts' starts, UTC; --until itself is not included.

            EXAMPLE:
              draftledger exposure --user 7 --position WR --format csv
            """)

    @Option(help: ArgumentHelp("Only this user's entries.", valueName: "user")) var user: String?
    @Option(help: ArgumentHelp("Only entries of this contest: number, external id or title.", valueName: "contest"))
    var contest: String?
    @Option(help: ArgumentHelp("Only drafts that started then or later.", valueName: "time"), transform: Self.time)
    var since: Timestamp?
    @Option(help: ArgumentHelp("Only drafts that started before then.", valueName: "time"), transform: Self.time)
    var until: Timestamp?
    @Option(help: ArgumentHelp("Only entries that drafted from this slot, from 0.", valueName: "slot")) var slot: Slot?
    @Option(help: ArgumentHelp("Show only players of this position.", valueName: "position"), transform: Self.position)
    var position: PlayerPosition?
    @Flag(help: "Count entries of unfinished rooms with what they have so far.") var includeUnfinished = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    private static func time(_ text: String) throws -> Timestamp {
        guard let time = Timestamp(iso8601: text) else {
            throw ValidationError("'\(text)' is no time: expected a date or a time such as 2026-08-01T20:15:00Z.")
        }
        return time
    }

    private static func position(_ text: String) throws -> PlayerPosition {
        guard let position = PlayerPosition(abbreviation: text) else {
            let known = PlayerPosition.allCases.map(\.abbreviation).joined(separator: ", ")
            throw ValidationError("'\(text)' is no position: expected one of \(known).")
        }
        return position
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let filter = RosterFilter(
            user: try user.map { try draft.resolveUser($0) },
            tournament: try contest.map { try draft.resolveTournament($0) }, slot: slot, startedFrom: since,
            startedBefore: until, includeUnfinished: includeUnfinished)
        let size = try draft.size
        let counts = try console.withProgress("exposure") { progress in
            try draft.exposure(filter, at: moment.at, progress: progress)
        }
        let pools = try counts.map { (exposure: $0, pool: try draft.pool($0.pool) ?? PoolState(id: $0.pool)) }
        let page = ExposurePage(pools, filter: words, position: includedEvents(size), only: position)
        try console.present(page, as: format.format)
        return .done
    }

    private func includedEvents(_ size: UInt64) -> UInt64? {
        switch moment.at {
        case .latest: size
        case .position(let position): position
        case .version, .pick, .time: nil
        }
    }

    /// The filter as it was asked for.
    private var words: String {
        var words = [user.map { "user \($0)" } ?? "all users", contest.map { "contest \($0)" } ?? "all contests"]
        if let since { words.append("from \(since.iso8601)") }
        if let until { words.append("before \(until.iso8601)") }
        if let slot { words.append("slot \(slot)") }
        if includeUnfinished { words.append("unfinished rooms too") }
        if case .time(let time) = moment.at { words.append("as of \(time.iso8601)") }
        return words.joined(separator: ", ")
    }
}
