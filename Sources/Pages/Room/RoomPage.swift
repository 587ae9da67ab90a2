import Draft
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

    package var json: JSON {
        [
            "room": .of(room.id), "externalID": .name(room.externalID),
            "tournament": .of(room.tournament), "contest": .of(view.contest),
            "pool": .of(room.pool), "status": .of(room.status.name), "preset": .of("\(rules.preset)"),
            "teams": .of(rules.teams), "rounds": .of(rules.rounds), "order": .of("\(rules.order)"),
            "pickClockMicroseconds": .of(
                room.isImported ? rules.statedClock?.microseconds : rules.pickClock.microseconds),
            "graceMicroseconds": .of(ifHeldHere(rules.grace.microseconds)),
            "overnight": .of(rules.overnight?.text),
            "overnightZone": .of(rules.overnight?.zone?.name), "spectators": .of(room.spectators.map { "\($0)" }),
            "limits": .of(ifHeldHere(rules.limits.json)), "entryFeeCents": .of(room.entryFee?.value),
            "startedAt": .of(room.startedAt), "currentPickNumber": .of(room.currentPickNumber),
            "seatOnClock": .of(room.status == .active ? room.seatOnClock : nil),
            "clock": .of(
                room.clock.map { clock -> JSON in
                    [
                        "pick": .of(clock.pick), "slot": .of(clock.slot), "epoch": .of(clock.epoch),
                        "deadline": .of(clock.deadline), "graceEndsAt": .of(clock.graceEndsAt),
                        "pickNumber": .of(clock.pick), "draftPosition": .of(Int(clock.slot) + 1),
                    ]
                }),
            "pause": .of(
                room.pause.map { pause -> JSON in
                    ["kind": .of("\(pause.kind)"), "remainingMicroseconds": .of(pause.remaining.microseconds)]
                }),
            "commitment": .of(room.commitment?.hexadecimal),
            "secret": .of(room.secret?.hexadecimal), "version": .of(room.version),
            "imported": view.importedJSON, "members": .array(members),
        ]
    }

    /// Values that only the drafting site knows: null for imported drafts.
    private func ifHeldHere<Value>(_ value: Value) -> Value? { room.isImported ? nil : value }

    package var csv: CSVTable {
        CSVTable(
            [
                "seat", "slot", "entry", "entryExternalID", "user", "autodraft", "missedPicks", "connected", "picks",
                "draftPosition",
            ], objects: members)
    }

    private var members: [JSON] {
        seats.compactMap { seat in
            guard let member = room.member(at: seat) else { return nil }
            return [
                "seat": .of(seat), "slot": .of(member.slot), "entry": .of(member.entry),
                "entryExternalID": .name(member.externalID), "user": .of(member.user),
                "autodraft": .of(ifHeldHere(member.autodraft)), "missedPicks": .of(ifHeldHere(member.missedPicks)),
                "connected": .of(ifHeldHere(member.connected)), "picks": .of(room.roster(of: seat).count),
                "draftPosition": .of(member.slot.map { Int($0) + 1 }),
            ]
        }
    }
}
