package import Draft
import DraftLedger
import Records
package import TextFormats

/// The staff, one person per line.
package struct StaffPage: ListPage {
    var staff: StaffState
    var names: any NameBook

    package init(staff: StaffState, names: any NameBook) {
        self.staff = staff
        self.names = names
    }

    private var people: [(person: UserID, member: StaffState.Member)] {
        staff.members.map { ($0.key, $0.value) }.sorted { $0.person < $1.person }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard staff.hasBegun else {
            return [StyledText("Staff roles are not enabled (see `staff enable`).", .dim)]
        }
        var table = TextTable([
            .init("person", .trailing), .init("roles", shrinks: true), .init("service"), .init("founder"),
            .init("from"), .init("key"),
        ])
        table.rows = people.map { person, member in
            [
                StyledText(names.user(person)), StyledText(member.roles.roles.map(\.name).joined(separator: ", ")),
                StyledText(member.service?.description ?? ""), StyledText(staff.founders.contains(person) ? "yes" : ""),
                staff.recovered.contains(person)
                    ? StyledText("recovered \(member.effectiveAt?.iso8601 ?? "once")", .alarm) : .empty,
                StyledText(member.key.bytes.hexadecimal, .dim),
            ]
        }
        if people.allSatisfy({ $0.member.service == nil }) { table.drop(column: "service") }
        return table.lines(on: terminal)
    }

    package var listName: String { "staff" }

    package var csv: CSVTable {
        CSVTable(
            ["person", "roles", "founder", "recovered", "effectiveAt", "key", "user", "service"], objects: objects)
    }

    /// A staff member, and the staff with its founders.
    typealias Row = (person: UserID, member: StaffState.Member, staff: StaffState)

    private static let user = Member<Row>("user") { $0.person }

    static let members: Members<Row> = [
        user.former("person"), .init("roles") { $0.member.roles.roles.map(\.name).joined(separator: " ") },
        .init("founder") { $0.staff.founders.contains($0.person) },
        .init("recovered") { $0.staff.recovered.contains($0.person) },
        .init("effectiveAt") { $0.member.effectiveAt }, .init("key") { $0.member.key.bytes.hexadecimal }, user,
        .init("service") { $0.member.service?.description },
    ]

    package var objects: [JSON] { people.map { Self.members.json(of: ($0.person, $0.member, staff)) } }
}

/// The measures, one a line.
package struct ApprovalsPage: ListPage {
    var measures: [(id: MeasureID, state: MeasureState, reason: String)]
    var names: any NameBook

    /// - Parameters:
    ///   - measures: each with what is told of its reason.
    ///   - names: whose names it says.
    package init(measures: [(id: MeasureID, state: MeasureState, reason: String)], names: any NameBook) {
        self.measures = measures
        self.names = names
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !measures.isEmpty else { return [StyledText("No approval requests.", .dim)] }
        var table = TextTable([
            .init("request", .trailing), .init("command"), .init("about"), .init("case", .trailing), .init("proposer"),
            .init("stage"), .init("reason", shrinks: true),
        ])
        table.rows = measures.map { id, state, reason in
            [
                StyledText("\(id)"), StyledText(state.proposed.command.kind.name),
                StyledText("\(state.proposed.command.anchor)"), StyledText(state.proposed.dispute?.description ?? ""),
                StyledText(state.proposer.map { names.user($0) } ?? ""), StyledText(state.stage.name, .bold),
                StyledText(reason),
            ]
        }
        return table.lines(on: terminal)
    }

    package var listName: String { "approvals" }

    package var csv: CSVTable {
        CSVTable(
            ["measure", "kind", "stream", "case", "proposer", "stage", "lapsesAt", "reason", "approval"],
            objects: objects)
    }

    private static let approval = Member<(id: MeasureID, state: MeasureState, reason: String)>("approval") { $0.id }

    static let members: Members<(id: MeasureID, state: MeasureState, reason: String)> = [
        approval, .init("kind") { $0.state.proposed.command.kind.name },
        .init("stream") { $0.state.proposed.command.anchor.description },
        .init("case") { $0.state.proposed.dispute },
        // Null only for an event that was not sent by staff.
        .init("proposer", .integer) { .of($0.state.proposer) }, .init("stage") { $0.state.stage.name },
        .init("lapsesAt") { $0.state.proposed.lapsesAt }, .init("reason") { $0.reason }, approval.former("measure"),
    ]

    package var objects: [JSON] { measures.map(Self.members.json) }
}
