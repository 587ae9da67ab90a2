package import TextFormats

/// A list that a server has returned, in the formats of the same list of a ledger on this machine.
package struct ServedList: ListPage {
    package let listName: String
    package let objects: [JSON]
    private let columns: [Column]
    /// The text for an empty list.
    private let empty: String

    /// A column of the text: its title, and the member of an item.
    private struct Column {
        var title: String
        var member: StaticString
        var isNumber = false
        var shrinks = false
    }

    private init(_ listName: String, _ list: JSONValue, empty: String, _ columns: [Column]) {
        (self.listName, self.columns, self.empty) = (listName, columns, empty)
        objects = list.elements.map { JSON($0) }
    }

    /// The answer to `GET /v1/approvals`.
    package static func approvals(_ list: JSONValue) -> ServedList {
        ServedList(
            "approvals", list, empty: "No approval requests.",
            [
                Column(title: "request", member: "approval", isNumber: true), Column(title: "command", member: "kind"),
                Column(title: "about", member: "stream"), Column(title: "case", member: "case", isNumber: true),
                Column(title: "proposer", member: "proposer"), Column(title: "stage", member: "stage"),
                Column(title: "reason", member: "reason", shrinks: true),
            ])
    }

    /// The answer to `GET /v1/cases`.
    package static func cases(_ list: JSONValue) -> ServedList {
        ServedList(
            "cases", list, empty: "No case matches.",
            [
                Column(title: "case", member: "case", isNumber: true), Column(title: "opened", member: "openedAt"),
                Column(title: "room", member: "room", isNumber: true),
                Column(title: "pick", member: "label", isNumber: true),
                Column(title: "claimant", member: "claimant"),
                Column(title: "documents", member: "documents", isNumber: true),
                Column(title: "verdict", member: "verdict"), Column(title: "by the rules", member: "rulesVerdict"),
                Column(title: "claim", member: "claim", shrinks: true),
            ])
    }

    /// The member `webhooks` of the answer to `GET /v1/webhooks`.
    package static func webhooks(_ list: JSONValue) -> ServedList {
        ServedList(
            "webhooks", list, empty: "No endpoints.",
            [
                Column(title: "endpoint", member: "endpoint"), Column(title: "enabled", member: "enabled"),
                Column(title: "lag", member: "lag", isNumber: true),
                Column(title: "waiting", member: "waiting", isNumber: true),
                Column(title: "dead letters", member: "deadLetters", isNumber: true),
                Column(title: "last delivery", member: "lastDeliveryAt"),
                Column(title: "failing since", member: "failingSince"),
                Column(title: "last error", member: "lastError", shrinks: true),
            ])
    }

    /// The member `deadLetters` of the answer to `GET /v1/webhooks/{endpoint}/dead-letters`.
    package static func deadLetters(_ list: JSONValue) -> ServedList {
        ServedList(
            "deadLetters", list, empty: "No dead letters.",
            [
                Column(title: "position", member: "position", isNumber: true),
                Column(title: "stream", member: "stream"),
                Column(title: "attempts", member: "attempts", isNumber: true),
                Column(title: "given up", member: "failedAt"), Column(title: "error", member: "error", shrinks: true),
            ])
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !objects.isEmpty else { return [StyledText(empty, .dim)] }
        var table = TextTable(columns.map { .init($0.title, $0.isNumber ? .trailing : .leading, shrinks: $0.shrinks) })
        table.rows = objects.map { object in columns.map { StyledText(Self.text(of: object["\($0.member)"])) } }
        return table.lines(on: terminal)
    }

    private static func text(of value: JSON) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        default: value.compact
        }
    }

    package var csv: CSVTable {
        guard case .object(let members)? = objects.first else { return CSVTable([]) }
        return CSVTable(members.map(\.key), objects: objects)
    }
}
