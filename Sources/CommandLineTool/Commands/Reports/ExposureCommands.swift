import ArgumentParser
import Draft
import DraftLedger
import Pages
import Reports

struct ExposureCommand: ConsoleCommand {
    enum Dimension: String, CaseIterable { case slot, week }
    enum Order: String, CaseIterable { case drafted, fees, pick, name }

    static let configuration = CommandConfiguration(
        commandName: "exposure", abstract: "Show how much of the entries each player is in.",
        discussion: """
            Entries of unfinished rooms are left out unless asked for; those of voided and cancelled rooms never count. \
            Dates are those of the drafts' starts, UTC; --until itself is not included. By fees is the share of the known \
            fees: entries whose fee no source says are no part of it.

            EXAMPLE:
              draftledger exposure --user 7 --position WR --format csv
              draftledger exposure --sort fees --minimum 5 --top 20
              draftledger exposure --user 7 --by week
            """)

    @Option(
        help: ArgumentHelp(
            "Count by slot too, or week by week, by the drafts' starts, from Monday, UTC.", valueName: "slot|week"),
        transform: { try Choice.named($0) as Dimension })
    var by: Dimension?
    @Option(
        help: ArgumentHelp(
            "Most often drafted first, by share of the fees, by average pick, or by name.",
            valueName: "drafted|fees|pick|name"),
        transform: { try Choice.named($0) as Order })
    var sort: Order?
    @OptionGroup var rows: RowOptions
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func validate() throws {
        guard by == .week, let sort, sort != .drafted else { return }
        throw ValidationError("--sort \(sort.rawValue): a series by week goes by drafted.")
    }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position, ownOnly: true) { analysis, filter in
            if by == .week {
                var series = analysis.exposureByWeek(filter)
                return rows.table(of: series.rows, drafted: \.drafted) { listedRows in
                    series.rows = listedRows
                    return .exposure(series, filter: options.words(listing: listed.position))
                }
            }
            var report = analysis.exposure(filter, bySlot: by == .slot)
            switch sort ?? .drafted {
            case .drafted: break
            case .fees: report.rows.sort(by: { $0.feeWeightedExposure ?? -1 }, descending: true)
            case .pick: report.rows.sort(by: \.averagePick)
            case .name: report.rows.sort(by: \.player.name)
            }
            return rows.table(of: report.rows, drafted: \.drafted) { listedRows in
                report.rows = listedRows
                return .exposure(report, filter: options.words(listing: listed.position))
            }
        }
    }
}

struct OwnershipCommand: ConsoleCommand {
    enum Order: String, CaseIterable { case ownership, own, leverage, name }

    static let configuration = CommandConfiguration(
        commandName: "ownership",
        abstract: "Show how much of the whole field each player is in, and a user's leverage.",
        discussion: """
            The field is everybody's entries of the filter. With --user, leverage is that user's exposure less the \
            field's, and not known where the field is that user's entries alone.

            EXAMPLE:
              draftledger ownership --contest 1 --user 7 --sort leverage --top 20
            """)

    @Option(
        help: ArgumentHelp(
            "By the field's ownership, the user's exposure, leverage, or name.",
            valueName: "ownership|own|leverage|name"),
        transform: { try Choice.named($0) as Order })
    var sort = Order.ownership
    @OptionGroup var rows: RowOptions
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func validate() throws {
        guard options.user == nil, sort == .own || sort == .leverage else { return }
        throw ValidationError("--sort \(sort.rawValue): whose? Name the user with --user.")
    }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position) { analysis, filter in
            var report = analysis.ownership(filter)
            switch sort {
            case .ownership: break
            case .own: report.rows.sort(by: { $0.ownExposure ?? -1 }, descending: true)
            case .leverage: report.rows.sort(by: { $0.leverage ?? -.infinity }, descending: true)
            case .name: report.rows.sort(by: \.player.name)
            }
            return rows.table(of: report.rows, drafted: \.drafted) { listedRows in
                report.rows = listedRows
                return .ownership(report, filter: options.words(listing: listed.position))
            }
        }
    }
}

struct DraftPositionCommand: ConsoleCommand {
    enum Dimension: String, CaseIterable { case week }
    enum Order: String, CaseIterable { case adp, drafted, spread, name }

    static let configuration = CommandConfiguration(
        commandName: "adp", abstract: "Show when drafts take each player: the average, its spread, and how often.",
        discussion: """
            A user names the drafts that he is in, --slot those with a known entry from that slot; all their picks count. \
            --undrafted last counts a draft that did not \
            take a player as a pick behind the last one. sd (standardDeviation) is that of all picks that count: the \
            population's, divided by their number, in picks. draft rate is the share of the drafts known from every seat.

            EXAMPLE:
              draftledger adp --since 2026-08-01 --undrafted last
              draftledger adp --sort spread --minimum 20 --top 30
            """)

    @Option(
        help: ArgumentHelp("What becomes of drafts that did not take a player.", valueName: "drop|last"),
        transform: { try Choice.named($0) as DraftPositionReport.Undrafted })
    var undrafted = DraftPositionReport.Undrafted.drop
    @Option(
        help: ArgumentHelp("As a series, week by week.", valueName: "week"),
        transform: { try Choice.named($0) as Dimension })
    var by: Dimension?
    @Option(
        help: ArgumentHelp(
            "The earliest average first, the most often drafted, the most disputed, or by name.",
            valueName: "adp|drafted|spread|name"),
        transform: { try Choice.named($0) as Order })
    var sort: Order?
    @OptionGroup var rows: RowOptions
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func validate() throws {
        guard by == .week, let sort, sort != .adp else { return }
        throw ValidationError("--sort \(sort.rawValue): a series by week goes by adp.")
    }

    func execute(on console: Console) throws -> ExitStatus {
        try options.present(on: console, listing: listed.position) { analysis, filter in
            let words = options.words(listing: listed.position)
            if by == .week {
                var series = analysis.draftPositionsByWeek(filter, undrafted: undrafted)
                return rows.table(of: series.rows, drafted: \.drafted) { listedRows in
                    series.rows = listedRows
                    return .draftPositions(series, filter: words)
                }
            }
            var report = analysis.draftPositions(filter, undrafted: undrafted)
            switch sort ?? .adp {
            case .adp: break
            case .drafted: report.rows.sort(by: \.drafted, descending: true)
            case .spread: report.rows.sort(by: \.standardDeviation, descending: true)
            case .name: report.rows.sort(by: \.player.name)
            }
            return rows.table(of: report.rows, drafted: \.drafted) { listedRows in
                report.rows = listedRows
                return .draftPositions(report, filter: words)
            }
        }
    }
}

extension Array {
    /// Sorts by a figure; what is equal stays in its order.
    mutating func sort<Figure: Comparable>(by figure: (Element) -> Figure, descending: Bool = false) {
        let keyed = enumerated().map { (figure: figure($1), place: $0, element: $1) }
        self = keyed.sorted { one, other in
            if one.figure != other.figure { return (one.figure < other.figure) != descending }
            return one.place < other.place
        }.map(\.element)
    }
}
