import DraftLedger
import Merkle
package import Statements
package import TextFormats

/// The whole answer to `attest verify`.
package struct AttestPage: Page {
    struct Check: Hashable {
        enum Outcome: String { case passed, failed, skipped }
        var name: String
        var outcome: Outcome
        var message: String
    }

    var statement: ReportStatement
    private(set) var checks: [Check] = []

    package init(statement: ReportStatement) { self.statement = statement }

    /// Whether the ledger itself has signed the root: by its checkpoint, or as the ledger at hand has it.
    private var hasCheckpoint: Bool {
        checks.contains { ["checkpoint", "events"].contains($0.name) && $0.outcome == .passed }
    }

    package var isSound: Bool { !checks.contains { $0.outcome == .failed } }

    package mutating func pass(_ name: String, _ message: String) { add(name, .passed, message) }
    package mutating func fail(_ name: String, _ message: String) { add(name, .failed, message) }
    package mutating func skip(_ name: String, _ message: String) { add(name, .skipped, message) }

    private mutating func add(_ name: String, _ outcome: Check.Outcome, _ message: String) {
        checks.append(Check(name: name, outcome: outcome, message: message))
    }

    /// Digests of another version of the fold cannot be compared; that is not a finding.
    package mutating func compare(_ name: String, _ fold: FoldDigest, _ stated: FoldDigest) {
        if fold == stated { return pass(name, "\(fold.name) version \(fold.version) matches the stated digest") }
        guard fold.name == stated.name, fold.version == stated.version else {
            return skip(
                name, "stated for \(stated.name) version \(stated.version); this software folds version \(fold.version)"
            )
        }
        fail(name, "\(fold.name) version \(fold.version) does not match the stated digest")
    }

    /// Shows the first place at which two reports part. Members may have been added to them since, but not changed.
    package mutating func compare(_ name: String, _ made: String, _ stated: String) {
        if made == stated { return pass(name, "recomputed: identical") }
        if JSONComparison.all(of: stated, areIn: made) {
            return pass(name, "recomputed: the signed content is identical; this software adds members")
        }
        let place = zip(made.utf8, stated.utf8).prefix { $0 == $1 }.count
        func excerpt(_ text: String) -> String {
            String(decoding: text.utf8.dropFirst(max(0, place - 40)).prefix(80), as: UTF8.self)
        }
        fail(name, "recomputed: it differs at byte \(place): …\(excerpt(made))…, signed was …\(excerpt(stated))…")
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let options = statement.request ?? statement.options.joined(separator: " ")
        var lines = [
            StyledText("\(statement.report)\(options.isEmpty ? "" : " " + options)", .bold)
                + StyledText("  \(statement.origin), as of pos:\(statement.size)", .dim)
        ]
        lines += checks.map { check in
            let style: TextStyle =
                switch check.outcome {
                case .passed: .colored(.runningBack, bold: true)
                case .failed: .alarm
                case .skipped: .dim
                }
            return StyledText(check.outcome.rawValue.rightPadded(to: 9), style)
                + StyledText(check.name.rightPadded(to: 12))
                + StyledText(check.message, check.outcome == .failed ? .alarm : .dim)
        }
        let conclusion =
            isSound
            ? StyledText("The report is genuine: the \(hasCheckpoint ? "ledger" : "report key") signed it.", .bold)
            : StyledText("Do not trust the report.", .alarm)
        return lines + [.empty, conclusion]
    }

    package var json: JSON {
        [
            "ok": .of(isSound), "report": .of(statement.report),
            "options": .of(statement.options), "request": statement.request.map { .encoded($0) } ?? .null,
            "origin": .of(statement.origin),
            "size": .of(statement.size), "root": .of(statement.root.base64), "checks": .array(rows),
        ]
    }

    package var csv: CSVTable { CSVTable(["check", "outcome", "message"], objects: rows) }

    private var rows: [JSON] {
        checks.map { check in
            [
                "check": .of(check.name), "outcome": .of(check.outcome.rawValue), "message": .of(check.message),
            ]
        }
    }
}

/// Compares JSON documents of different versions: members may be added, as the interface says, but none may change.
package enum JSONComparison {
    /// Whether each member of the first document is in the second, with the same value.
    static func all(of older: String, areIn newer: String) -> Bool {
        // Text that is not JSON has no members to compare.
        guard let older = try? JSONDocument(Array(older.utf8)).root,
            let newer = try? JSONDocument(Array(newer.utf8)).root
        else { return false }
        return isIn(older, newer)
    }

    private static func isIn(_ older: JSONValue, _ newer: JSONValue) -> Bool {
        guard older.kind == newer.kind else { return false }
        switch older.kind {
        case .null: return true
        case .boolean: return older.boolean == newer.boolean
        case .number: return older.number == newer.number
        case .string: return older.string.map { Array($0.utf8) } == newer.string.map { Array($0.utf8) }
        case .array:
            let (old, new) = (older.elements, newer.elements)
            return old.count == new.count && zip(old, new).allSatisfy(isIn)
        case .object:
            let members = Dictionary(newer.members.map { ($0.name, $0.value) }) { first, _ in first }
            return older.members.allSatisfy { member in members[member.name].map { isIn(member.value, $0) } ?? false }
        }
    }
}
