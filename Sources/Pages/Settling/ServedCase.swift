package import TextFormats

/// A case that a server has returned: its record, and the verdict that follows from the recorded events.
package struct ServedCase: Page {
    private let number: UInt64
    private let value: JSONValue

    /// - Parameter value: the answer to `GET /v1/cases/NUMBER`.
    package init(_ number: UInt64, _ value: JSONValue) { (self.number, self.value) = (number, value) }

    package var json: JSON { JSON(value) }

    private static let columns = ["rule", "bearing", "text", "positions"]

    package var csv: CSVTable {
        CSVTable(Self.columns, objects: (value["reasons"]?.elements ?? []).map { JSON($0) })
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let record = value["case"]
        let claimant = record?["claimant"]?.integer(as: UInt64.self).map { "user \($0) claims: " } ?? ""
        var lines = [
            StyledText("Case \(number)", .bold) + StyledText(": \(claimant)\(record?["claim"]?.string ?? "")")
        ]
        if let resolution = record?["resolution"], resolution.kind == .object {
            lines.append(
                StyledText("  resolved  ", .dim) + StyledText(resolution["verdict"]?.string ?? "", .bold)
                    + StyledText(": \(resolution["reason"]?.string ?? "")"))
        }
        guard let verdict = value["verdict"]?.string else {
            let reason = value["unjudged"]?.string ?? "This caller may not see it, or the draft is not over."
            return lines + [.empty, StyledText("The rules give no verdict: ", .alarm) + StyledText(reason)]
        }
        lines += [.empty, StyledText("By the recorded events: ") + StyledText(verdict, .bold)]
        if let headline = value["headline"]?.string { lines.append(StyledText(headline, .bold)) }
        return lines
            + (value["reasons"]?.elements ?? []).map { reason in
                let positions = (reason["positions"]?.elements ?? []).compactMap { $0.integer(as: UInt64.self) }
                return StyledText((reason["bearing"]?.string ?? "information").rightPadded(to: 13), .dim)
                    + StyledText((reason["text"]?.string ?? "") + " ")
                    + StyledText(positions.map { "[\($0)]" }.joined(separator: " "), .dim)
            }
    }
}
