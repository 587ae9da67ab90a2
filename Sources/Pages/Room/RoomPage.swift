package import Draft
import DraftLedger
package import TextFormats

/// The whole answer to `room`: its rules, its clock and who is in it.
package struct RoomPage: Page {
    var view: RoomView

    package init(view: RoomView) {
        self.view = view
    }

    private var room: RoomState { view.room }
    private var rules: Ruleset { room.ruleset }

    package func text(on terminal: Terminal) -> [StyledText] {
        let width = facts.map { DisplayWidth.of($0.0) }.max() ?? 0
        let described = facts.map { StyledText($0.0, .dim).fitted(to: width) + "  " + $0.1 }
        return view.heading(on: terminal) + [.empty] + described + [.empty] + memberTable.lines(on: terminal)
    }

    private var facts: [(String, StyledText)] {
        var facts: [(String, StyledText)] = [("rules", StyledText(summary + clockSettings))]
        // Which limits another site's autopick had, no source says.
        facts.append(
            ("limits", StyledText(room.isImported ? "not known" : "\(Narrator.summary(rules.limits)) for autopicks")))
        if let fee = room.entryFee { facts.append(("entry fee", StyledText(Figures.money(fee)))) }
        facts.append(("pool", StyledText("\(room.pool) \(view.pool.title), \(view.pool.players.count) players")))
        if let started = room.startedAt { facts.append(("started", StyledText(started.iso8601))) }
        if let clock = room.clock {
            let grace =
                clock.graceEndsAt == clock.deadline ? "" : ", grace until \(Figures.timeOfDay(clock.graceEndsAt))"
            facts.append(("clock", StyledText("\(clock.deadline.iso8601)\(grace), epoch \(clock.epoch)")))
        }
        if let pause = room.pause {
            facts.append(("paused", StyledText("\(pause.kind), \(Figures.duration(pause.remaining)) left")))
        }
        if let commitment = room.commitment { facts.append(("commitment", StyledText(commitment.hexadecimal))) }
        if let secret = room.secret { facts.append(("secret", StyledText(secret.hexadecimal))) }
        facts.append(("version", StyledText(Figures.grouped(room.version))))
        return facts
    }

    private var summary: String { Narrator.summary(rules, isImported: room.isImported) }

    private var clockSettings: String {
        guard rules.isTimed, rules.pickClock > .zero else { return "" }
        let grace = rules.grace > .zero ? " and \(Figures.duration(rules.grace)) of grace" : ""
        return ", \(Figures.duration(rules.pickClock)) per pick\(grace)"
    }

    private var memberTable: TextTable {
        var table = TextTable([
            .init("draft position", .trailing), .init("who", shrinks: true), .init("entry", .trailing),
            .init("picks", .trailing), .init("first pick", shrinks: true), .init("state"),
        ])
        for seat in seats {
            guard let member = room.member(at: seat) else { continue }
            let roster = room.roster(of: seat)
            table.rows.append([
                StyledText(member.slot.map { String($0 + 1) } ?? ""),
                StyledText(view.name(of: seat), .bold), StyledText(String(member.entry.number)),
                StyledText(String(roster.count)),
                roster.first.flatMap { view.pool.player($0.player) }?.styled ?? .empty, state(of: member, seat),
            ])
        }
        table.dropEmptyColumns()
        return table
    }

    private var seats: [Seat] {
        room.seatOfSlot.isEmpty ? room.members.indices.map { Seat($0) } : room.seatOfSlot
    }

    private func state(of member: RoomState.Member, _ seat: Seat) -> StyledText {
        var words: [StyledText] = []
        if room.status == .active, seat == room.seatOnClock { words.append(StyledText("on the clock", .alarm)) }
        if member.autodraft { words.append("autodraft") }
        if member.missedPicks > 0 { words.append(StyledText("\(member.missedPicks) missed")) }
        if !member.connected, !room.status.isTerminal, rules.preset != .untimed {
            words.append(StyledText("offline", .dim))
        }
        return words.joined(by: ", ")
    }

    static let members = Members<RoomPage>(
        "Room",
        [
            .init("room") { $0.room.id }, .init("externalID") { Name($0.room.externalID) },
            .init("tournament") { $0.room.tournament }, .init("contest") { $0.view.contest },
            .init("pool") { $0.room.pool }, .init("status") { $0.room.status },
            .init("preset") { $0.rules.preset }, .init("teams") { $0.rules.teams },
            .init("rounds") { $0.rules.rounds }, .init("order") { $0.rules.order },
            .init("pickClockMicroseconds") { $0.room.isImported ? $0.rules.statedClock : $0.rules.pickClock },
            .init("graceMicroseconds") { $0.ifHeldHere($0.rules.grace) },
            .init("overnight") { $0.rules.overnight?.text }, .init("overnightZone") { $0.rules.overnight?.zone?.name },
            .init("spectators") { $0.room.spectators },
            .init("limits", PositionLimits.members) { $0.ifHeldHere($0.rules.limits) },
            .init("entryFeeCents") { $0.room.entryFee }, .init("startedAt") { $0.room.startedAt },
            .init("currentPickNumber") { $0.room.currentPickNumber },
            .init("seatOnClock") { $0.room.status == .active ? $0.room.seatOnClock : nil },
            .init("clock", clock) { $0.room.clock }, .init("pause", pause) { $0.room.pause },
            .init("commitment") { $0.room.commitment?.hexadecimal }, .init("secret") { $0.room.secret?.hexadecimal },
            .init("version") { $0.room.version }, .init("imported", each: RoomView.imports) { $0.view.imported },
            .init("members", each: seat) { $0.members },
        ])

    private static let clock: Members<RoomState.Clock> = [
        .init("pick") { $0.pick }.former(today: "pickNumber"), .init("slot") { $0.slot }.former(today: "draftPosition"),
        .init("epoch") { $0.epoch }, .init("deadline") { $0.deadline }, .init("graceEndsAt") { $0.graceEndsAt },
        .init("pickNumber") { $0.pick }, .init("draftPosition") { Int($0.slot) + 1 },
    ]

    package static let pause = Members<RoomState.Pause>(
        "Pause", [.init("kind") { $0.kind }, .init("remainingMicroseconds") { $0.remaining }])

    /// A seat with its member.
    private typealias Row = (page: RoomPage, seat: Seat, member: RoomState.Member)

    private static let seat: Members<Row> = [
        .init("seat") { $0.seat }, .init("slot") { $0.member.slot }.former(today: "draftPosition"),
        .init("entry") { $0.member.entry }, .init("entryExternalID") { Name($0.member.externalID) },
        .init("user") { $0.member.user }, .init("autodraft") { $0.page.ifHeldHere($0.member.autodraft) },
        .init("missedPicks") { $0.page.ifHeldHere($0.member.missedPicks) },
        .init("connected") { $0.page.ifHeldHere($0.member.connected) },
        .init("picks") { $0.page.room.roster(of: $0.seat).count },
        .init("draftPosition") { $0.member.slot.map { Int($0) + 1 } },
    ]

    /// Values that only the drafting site knows: null for imported drafts.
    private func ifHeldHere<Value>(_ value: Value) -> Value? { room.isImported ? nil : value }

    private var members: [Row] {
        seats.compactMap { seat in room.member(at: seat).map { (self, seat, $0) } }
    }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.seat.csv(of: members) }
}
