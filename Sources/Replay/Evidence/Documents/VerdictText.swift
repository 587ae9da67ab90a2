import Draft
import DraftLedger
import Records
import TextFormats

/// The common parts of verdict texts.
enum VerdictText {
    /// Why, a line for each reason with the positions that it rests on.
    static func list(_ reasons: [DisputeReport.Reason]) -> String {
        reasons.map { reason in
            let bearing = reason.bearing.map { "\($0.name)" } ?? "information"
            let positions = reason.positions.map { "[\($0)]" }.joined(separator: " ")
            return "- **\(bearing)** (\(reason.rule.rawValue)): \(escaped(reason.text)) \(positions)"
        }.joined(separator: "\n")
    }

    /// The rules that apply, the missing records, and the conditions of the verdict, a line each.
    static func list(of history: some EvidenceHistory) -> String {
        (history.terms.sentences + history.missing + history.conditions).map { "- " + $0 }.joined(separator: "\n")
    }

    /// Names come from outside: none may become a table's column or a heading, nor steer the terminal that shows them.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "|", "*", "_", "`", "[", "]", "<", ">", "#", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20: result += " "
            case _ where SteeringScalars.contains(scalar): result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension EvidenceBundle {
    /// A report as a file, with the positions that it rests on without their having been shown.
    func tellingWithheld(in report: JSON) -> [UInt8] {
        report.adding(["statedNotShown": .array(withheld) { .of($0) }]).line
    }
}
