import Draft
package import DraftLedger
import Records
package import TextFormats

/// The whole answer to `limits`: who has limits, who is excluded, whose account is closed.
package struct LimitsPage: ListPage {
    private let standings: [UserStanding]
    private let names: any NameBook

    package init(standings: [UserStanding], names: any NameBook) {
        self.standings = standings
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !standings.isEmpty else { return ["No user has limits, an exclusion or a closed account."] }
        var table = TextTable([
            .init("user"), .init("account"), .init("limits", shrinks: true, wraps: true),
            .init("later", shrinks: true, wraps: true), .init("since"),
        ])
        table.rows = standings.map { standing in
            [
                StyledText(names.user(standing.user)),
                StyledText(standing.account, standing.account == "open" ? .plain : .alarm),
                StyledText(standing.limits.inWords),
                StyledText(
                    standing.looserFrom.map { "\(standing.later) from \(Self.time($0)) on" } ?? "", .dim),
                StyledText(Self.time(standing.changedAt), .dim),
            ]
        }
        return table.lines(on: terminal)
    }

    private static func time(_ moment: Timestamp) -> String {
        let text = moment.iso8601
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8))"
    }

    package var listName: String { "users" }

    package var csv: CSVTable {
        CSVTable(
            ["user", "account", "excludedUntil"] + Self.columns.map(\.name) + ["looserFrom"]
                + Self.columns.map { "later" + $0.name.prefix(1).uppercased() + $0.name.dropFirst() }
                + ["changedAt", "position"], objects: objects)
    }

    package var objects: [JSON] {
        standings.map { standing in
            var members = [
                JSON.Member("user", .of(standing.user)), JSON.Member("account", .of(standing.account)),
                JSON.Member("excludedUntil", .of(standing.excludedUntil)),
            ]
            for column in Self.columns { members.append(JSON.Member(column.name, column.value(standing.limits))) }
            members.append(JSON.Member("looserFrom", .of(standing.looserFrom)))
            for column in Self.columns {
                let name = "later" + column.name.prefix(1).uppercased() + column.name.dropFirst()
                members.append(JSON.Member(name, standing.laterLimits.map(column.value) ?? .null))
            }
            members.append(JSON.Member("changedAt", .of(standing.changedAt)))
            members.append(JSON.Member("position", .of(standing.position)))
            return .object(members)
        }
    }

    private static var columns: [(name: String, value: (PlayLimits) -> JSON)] {
        [
            ("depositsPerDayCents", { .of($0.depositsPerDay) }), ("depositsPerWeekCents", { .of($0.depositsPerWeek) }),
            ("feesPerDayCents", { .of($0.feesPerDay) }), ("feesPerWeekCents", { .of($0.feesPerWeek) }),
            ("entriesPerDay", { .of($0.entriesPerDay) }), ("entriesPerWeek", { .of($0.entriesPerWeek) }),
        ]
    }
}

extension UserStanding {
    /// `open`, `excluded` or `closed`.
    fileprivate var account: String { isClosed ? "closed" : excludedUntil == nil ? "open" : "excluded" }

    fileprivate var later: String {
        let words = laterLimits?.inWords ?? ""
        return words.isEmpty ? "none" : words
    }
}
