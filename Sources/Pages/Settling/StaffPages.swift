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

    package var objects: [JSON] {
        people.map { person, member in
            [
                "person": .of(person), "roles": .of(member.roles.roles.map(\.name).joined(separator: " ")),
                "founder": .of(staff.founders.contains(person)), "recovered": .of(staff.recovered.contains(person)),
                "effectiveAt": .of(member.effectiveAt), "key": .of(member.key.bytes.hexadecimal),
                "user": .of(person),
                "service": .of(member.service?.description),
            ]
        }
    }
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

    package var objects: [JSON] { measures.map { Self.json(of: $0, $1, reason: $2) } }

    /// One of them.
    static func json(of id: MeasureID, _ state: MeasureState, reason: String) -> JSON {
        ([
            "approval": .of(id), "kind": .of(state.proposed.command.kind.name),
            "stream": .of(state.proposed.command.anchor.description), "case": .of(state.proposed.dispute),
            "proposer": .of(state.proposer), "stage": .of(state.stage.name),
            "lapsesAt": .of(state.proposed.lapsesAt), "reason": .of(reason),
        ] as JSON).withFormerNames(["measure": "approval"])
    }
}
