import ArgumentParser
import Draft
import DraftLedger
import Pages

extension OutputFormat: ExpressibleByArgument {}

/// In which form.
struct FormatOptions: ParsableArguments {
    @Option(help: ArgumentHelp("text for people, json or csv for programs.", valueName: "text|json|csv"))
    var format: OutputFormat = .text
}

/// As of when.
struct MomentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "As of a ledger position (pos:991), a room's version (seq:120), right after a pick (pick:42), or a time.",
            valueName: "moment"),
        transform: Self.moment)
    var at: Moment = .latest

    /// For what spans rooms.
    ///
    /// - Parameter what: it, with its article.
    func refuseMomentOfRoom(_ what: String) throws {
        switch at {
        case .version, .pick:
            throw ValidationError(
                "--at \(at) is a moment of one room; \(what) spans rooms: expected pos:991 or a time such as "
                    + "2026-08-01T20:15:00Z.")
        case .latest, .position, .time: return
        }
    }

    static func moment(_ text: String) throws -> Moment {
        guard let moment = Moment(text) else {
            throw ValidationError(
                "'\(text)' is no moment: expected pos:991, seq:120, pick:42 or a time such as 2026-08-01T20:15:00Z.")
        }
        return moment
    }
}

/// An option whose values are the names of another module's cases.
enum Choice {
    static func named<Value: RawRepresentable<String> & CaseIterable>(_ text: String) throws -> Value {
        guard let value = Value(rawValue: text.lowercased()) else {
            let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(text)' is none of \(known).")
        }
        return value
    }
}
