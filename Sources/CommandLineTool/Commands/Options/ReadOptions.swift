import ArgumentParser
import Draft
import DraftLedger
import Pages
import ToolSupport

extension OutputFormat: ExpressibleByArgument {}

/// The output format.
struct FormatOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The output format.", valueName: "text|json|csv"))
    var format: OutputFormat = .text
}

/// The moment that is shown.
struct MomentOptions: ParsableArguments {
    @Option(
        name: .customLong("at"),
        help: ArgumentHelp(
            "Show the state at a ledger position (pos:991), a version of a room (seq:120), after a pick (pick:42 or pick:4.06), or a time.",
            valueName: "moment"),
        transform: MomentArgument.init)
    private var argument: MomentArgument = .moment(.latest)

    /// The moment; a pick that is named by its round is resolved by `at(ofRoom:in:)`.
    var at: Moment { argument.moment }

    var isLatest: Bool { at == .latest }

    /// Returns the moment for one room.
    ///
    /// - Throws: `DraftLedgerError` for an unknown room, `ToolError` for a pick that the room does not have.
    func at(ofRoom room: String, in draft: DraftLedger) throws -> Moment {
        guard case .pick(let pick) = argument else { return at }
        return .pick(try pick.number(in: try draft.resolveRoom(room), of: draft))
    }

    /// Refuses a moment of one room, for a page that spans rooms.
    ///
    /// - Parameter what: the page, with an article.
    func refuseMomentOfRoom(_ what: String) throws { try argument.refuseMomentOfRoom(what) }
}

/// The moment of a report, which spans rooms.
struct ReportMomentOptions: ParsableArguments {
    @Option(
        name: .customLong("at"),
        help: ArgumentHelp("Show the state at a ledger position (pos:991) or a time.", valueName: "moment"),
        transform: MomentArgument.init)
    private var argument: MomentArgument = .moment(.latest)

    var at: Moment { argument.moment }

    var isLatest: Bool { at == .latest }

    func validate() throws { try argument.refuseMomentOfRoom("a report") }
}

/// A moment on the command line: as the ledger writes it, or a pick by its round.
private enum MomentArgument: CustomStringConvertible {
    case moment(Moment)
    case pick(PickArgument)

    /// Reads `pos:991`, `seq:120`, `pick:42`, `pick:4.06` or a time.
    init(_ text: String) throws {
        if let moment = Moment(text) {
            self = .moment(moment)
        } else if text.hasPrefix("pick:"), let pick = PickArgument(argument: String(text.dropFirst(5))) {
            self = .pick(pick)
        } else {
            throw ValidationError(
                "'\(text)' is not a point in time. Write pos:991, seq:120, pick:42, pick:4.06 or a time such as "
                    + "2026-08-01T20:15:00Z.")
        }
    }

    /// The moment; of a pick that is named by its round only that it is one.
    var moment: Moment {
        switch self {
        case .moment(let moment): moment
        case .pick: .pick(0)
        }
    }

    func refuseMomentOfRoom(_ what: String) throws {
        switch moment {
        case .version, .pick:
            throw ValidationError(
                "--at \(self) is a moment of one room, and \(what) spans rooms. Name pos:991 or a time such as "
                    + "2026-08-01T20:15:00Z.")
        case .latest, .position, .time: return
        }
    }

    var description: String {
        switch self {
        case .moment(let moment): "\(moment)"
        case .pick(let pick): "pick:\(pick)"
        }
    }
}

/// An option whose values are the names of another module's cases.
enum Choice {
    static func named<Value: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text.lowercased()) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(text)' is not valid. Use one of \(known).")
        }
        return value
    }
}
