import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Records
import Testing

@testable import Replay  // the auditor of one room, which alone looks at links

/// For each rule a history that breaks it and no other: found by that rule, and by no other.
@Suite struct ExactRuleTests {
    typealias At = DraftTable

    struct Breach: Sendable, CustomTestStringConvertible {
        var rule: AuditRule
        var testDescription: String
        /// Plays a draft in which the rule is broken.
        var play: @Sendable (inout DraftTable) throws -> Void
        /// Changes what the draft has left.
        var forge: @Sendable (inout [PendingEvent]) -> Void = { _ in }
    }

    static let breaches: [Breach] = rooms + house

    private static let rooms: [Breach] = [
        Breach(rule: .privacy, testDescription: "a queue in the room's own stream") { table in
            var added = QueueAdded.blank
            added.player = 9
            table.record(
                [StreamEvent(.room(1), .queueAdded(added))],
                of: .queue(1, 0, .addToQueue(player: 9, index: nil, expectedVersion: nil)), as: .user(1), at: At.at(5))
        },
        Breach(rule: .draw, testDescription: "the order turned round") { _ in
        } forge: { events in
            change(&events) { event in
                guard case .draftOrderDrawn(var drawn) = event else { return nil }
                drawn.seats.reverse()
                return .draftOrderDrawn(drawn)
            }
        },
        Breach(rule: .status, testDescription: "a clock shown while the room stands still") { table in
            table.must(.room(1, .pauseRoom(kind: .manual, reason: "fire")), at: At.at(5))
            let clock = try #require(table.room.clock)
            let left = (clock.deadline - At.at(6.002)).microseconds / 1_000
            table.tick(ClockTicked(pick: 1, remaining: UInt32(left)), at: At.at(6.002))
        },
        Breach(rule: .turn, testDescription: "a pick in another slot's name") {
            $0.pick(0, at: 5)
        } forge: { events in
            change(&events) { event in
                guard case .pickMade(var made) = event else { return nil }
                made.slot += 1
                return .pickMade(made)
            }
        },
        Breach(rule: .player, testDescription: "a player twice") { table in
            table.pick(0, at: 5)
            var made = PickMade.blank
            (made.pick, made.slot, made.seat, made.player) = (2, 1, table.seatOnClock, 0)
            table.record(
                [StreamEvent(.room(1), .pickMade(made)), table.clock(ofPick: 3, epoch: 3, from: At.at(9.002))],
                of: .room(1, .makePick(MakePick(pick: 2, player: 0))), as: .user(table.userOnClock), at: At.at(9))
        },
        Breach(rule: .clock, testDescription: "a clock shown wrongly") { table in
            table.tick(ClockTicked(pick: 1, remaining: 20_000), at: At.at(5))
        },
        Breach(rule: .autopick, testDescription: "a source that was not it") {
            $0.expire()
        } forge: { events in
            change(&events) { event in
                guard case .pickAutomated(var made) = event else { return nil }
                made.source = .rankings
                return .pickAutomated(made)
            }
        },
        Breach(rule: .completion, testDescription: "an event too many at the end") { table in
            while table.room.status == .active {
                table.pick(PickNumber(table.room.picks.count), at: 5 + Double(table.room.picks.count))
            }
        } forge: { events in
            change(&events) { event in
                guard case .draftCompleted(var completed) = event else { return nil }
                completed.events += 1
                return .draftCompleted(completed)
            }
        },
        Breach(rule: .correction, testDescription: "one pair of eyes") { table in
            let seat = table.seatOnClock
            table.pick(0, at: 5)
            var corrected = PickCorrected.blank
            (corrected.pick, corrected.mode, corrected.seat) = (1, .lastOnly, seat)
            (corrected.oldPlayer, corrected.newPlayer) = (0, 9)
            (corrected.requestedBy, corrected.approvedBy) = (900, 900)
            let command = CorrectPick(
                pick: 1, mode: .lastOnly, player: 9, requestedBy: 900, approvedBy: 900, reason: "")
            table.record(
                [StreamEvent(.room(1), .pickCorrected(corrected))], of: .room(1, .correctPick(command)),
                as: .admin(901), at: At.at(6))
        },
        Breach(rule: .refusal, testDescription: "a pick that was refused though it was right") { table in
            let clock = try #require(table.room.runningClock)
            let wrong = Refusal(
                .playerAlreadyDrafted, "", pick: 1, seat: table.seatOnClock, player: 9, deadline: clock.deadline,
                graceEndsAt: clock.graceEndsAt, margin: clock.graceEndsAt - At.at(5))
            table.refuse(
                .room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(table.userOnClock), wrong, at: At.at(5))
        },
        Breach(rule: .authority, testDescription: "somebody of the house who extends the own room's clock") { table in
            table.must(
                .room(1, .extendClock(pick: 1, by: .seconds(20), reason: "slow line")), as: .admin(table.userOnClock),
                at: At.at(5))
        },
    ]

    private static let alerts = Command.user(1, .setAlertPreferences(.all))
    private static let alertsSet = StreamEvent(
        .user(1), .alertPreferencesSet(AlertPreferencesSet(preferences: .all)))

    private static let house: [Breach] = [
        Breach(rule: .stream, testDescription: "an event in a foreign stream") { table in
            table.record(
                [StreamEvent(.wallet(1), alertsSet.event)], of: alerts, as: .user(1), at: At.at(5))
        },
        Breach(rule: .membership, testDescription: "an entry out of turn") { table in
            table.must(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), at: At.at(5))
        } forge: { events in
            change(&events) { event in
                guard case .seatTaken(var taken) = event, taken.entry.room == 2 else { return nil }
                taken.entry = EntryID(room: 2, join: 2)
                return .seatTaken(taken)
            }
            change(&events) { event in
                guard case .entryFeeHeld(var fee) = event, fee.room == 2 else { return nil }
                fee.entry = EntryID(room: 2, join: 2)
                return .entryFeeHeld(fee)
            }
        },
        Breach(rule: .cause, testDescription: "an event that nobody sent") { table in
            table.must(alerts, as: .user(1), at: At.at(5))
        } forge: { events in
            events[events.count - 1].origin = nil
        },
        Breach(rule: .arrival, testDescription: "a command recorded long after it arrived") { table in
            table.must(.user(2, .setAlertPreferences(.all)), as: .user(2), at: At.at(5))
            for second in 1...30 {
                table.must(
                    .user(2, .setAlertPreferences(second % 2 == 0 ? .all : [])), as: .user(2),
                    at: At.at(5 + Double(second) / 2))
            }
            table.must(alerts, as: .user(1), at: At.at(5), now: At.at(21))
        },
        Breach(rule: .flood, testDescription: "a count out of nothing") { table in
            table.send(.wallet(1, .holdWithdrawal(amount: Cents(90_000), provider: "pay")), as: .user(1), at: At.at(5))
        } forge: { events in
            guard case .commandRejected(var rejected)? = events.last?.event else { return }
            rejected.count = 3
            events[events.count - 1].event = .commandRejected(rejected)
            events[events.count - 1].origin = nil
        },
        Breach(rule: .idempotency, testDescription: "an id refused that nobody had used") { table in
            table.refuse(alerts, as: .user(1), Refusal(.duplicateCommand, ""), at: At.at(5))
        },
        Breach(rule: .fingerprint, testDescription: "another command than the recorded one") { table in
            table.must(alerts, as: .user(1), at: At.at(5))
        } forge: { events in
            events[events.count - 1].origin?.fingerprint ^= 1
        },
        Breach(rule: .decision, testDescription: "a deposit by the user whose it is") { table in
            var deposit = DepositRecorded.blank
            (deposit.amount, deposit.provider, deposit.reference) = (Cents(500), "pay", "own")
            table.record(
                [StreamEvent(.wallet(1), .depositRecorded(deposit))],
                of: .wallet(1, .recordDeposit(amount: Cents(500), provider: "pay", reference: "own")), as: .user(1),
                at: At.at(5))
        },
        Breach(rule: .balance, testDescription: "more withdrawn than there is") { table in
            var held = WithdrawalHeld.blank
            (held.withdrawal, held.amount, held.provider) = (1, Cents(900_000), "pay")
            table.record(
                [StreamEvent(.wallet(1), .withdrawalHeld(held))],
                of: .wallet(1, .holdWithdrawal(amount: held.amount, provider: "pay")), as: .user(1), at: At.at(5))
        },
        Breach(rule: .hold, testDescription: "withdrawals that are not counted through") { table in
            var held = WithdrawalHeld.blank
            (held.withdrawal, held.amount, held.provider) = (7, Cents(100), "pay")
            table.record(
                [StreamEvent(.wallet(1), .withdrawalHeld(held))],
                of: .wallet(1, .holdWithdrawal(amount: held.amount, provider: "pay")), as: .user(1), at: At.at(5))
        },
        Breach(rule: .fee, testDescription: "a seat without its fee") { table in
            for user in [1, 2] as [UserID] {
                table.must(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user), at: At.at(5))
            }
        } forge: { events in
            events.removeAll { recorded in
                guard case .entryFeeHeld(let fee) = recorded.event else { return false }
                return fee.room == 2 && recorded.stream == .wallet(2)
            }
        },
        Breach(rule: .contest, testDescription: "a wrong count when entries closed") { table in
            table.must(.tournament(1, .closeEntries), at: At.at(5))
        } forge: { events in
            change(&events) { event in
                guard case .entriesClosed(var closed) = event else { return nil }
                closed.entries += 1
                return .entriesClosed(closed)
            }
        },
    ]

    /// Changes the first event that `body` makes another one of.
    private static func change(_ events: inout [PendingEvent], _ body: (Event) -> Event?) {
        for index in events.indices {
            if let changed = body(events[index].event) {
                events[index].event = changed
                return
            }
        }
    }

    @Test(arguments: breaches)
    func aBreachIsFoundByItsRuleAlone(breach: Breach) throws {
        var table = DraftTable(rounds: 3)
        try breach.play(&table)
        var events = table.pending
        breach.forge(&events)
        let ledger = try TemporaryLedger(createdAt: DraftTable.start - .seconds(1_000), events)
        let report = try Audit(ledger.ledger).run()
        #expect(Set(report.findings.map(\.rule)) == [breach.rule], "\(report.findings.map(\.message))")
    }

    /// A record may state any moment: of what cannot be counted any more there is a finding, and no end of the audit.
    @Test func aClockThatEndedBeforeAllTimeIsFound() throws {
        var table = DraftTable(rounds: 3)
        table.tick(ClockTicked(pick: 1, remaining: 20_000), at: At.at(10))
        var events = table.pending
        Self.change(&events) { event in
            guard case .clockStarted(var started) = event else { return nil }
            started.deadline = Timestamp(microseconds: .min + 1)
            return .clockStarted(started)
        }
        let ledger = try TemporaryLedger(createdAt: DraftTable.start - .seconds(1_000), events)
        let findings = try Audit(ledger.ledger).run().findings
        let message = "The recorded tick differs from the running clock."
        #expect(findings.contains { $0.rule == .clock && $0.message == message })
    }

    @Test func aRefusedAmountBeyondAllThatRecordsHoldIsNoFinding() throws {
        var table = DraftTable(rounds: 3)
        let amounts: [Int64] = [.min, -(1 << 53) - 1, 1 << 53 + 1, .max]
        for (index, amount) in amounts.enumerated() {
            let deposit = WalletCommand.recordDeposit(amount: Cents(amount), provider: "pay", reference: "d\(index)")
            table.send(.wallet(1, deposit), as: .provider(onBehalfOf: 1), at: At.at(5 + Double(index)))
        }
        #expect(table.recorded.count { $0.event.type == .commandRejected } == amounts.count)
        let house = try table.ledger()
        let findings = try Audit(house.ledger).run().findings
        #expect(findings.isEmpty, "\(findings.map(\.message))")
    }

    @Test func leapsThatAddUpToMoreThanAllTimeLeaveNoTimeToHandle() {
        var table = DraftTable()
        let (start, end) = (Timestamp(microseconds: 0), Timestamp(microseconds: .max - 1))
        for _ in 1...2 { table.leap(from: start, at: end) }
        var steps = ClockSteps()
        for event in table.recorded { steps.add(event) }
        #expect(steps.handling(from: start, until: end).map { $0 <= .zero } == true)
    }

    /// Links are a room's own audit's to look at; the ledger's verification finds them in the whole.
    @Test func aBrokenLinkIsFoundByTheStorageAlone() throws {
        var table = DraftTable(rounds: 3)
        table.pick(0, at: 5)
        let house = try table.ledger()
        let history = try RoomHistory(of: 1, in: house.ledger)
        var events = history.events
        let index = try #require(events.lastIndex { $0.event.type == .pickMade })
        events[index].previous = 0
        var auditor = RoomAuditor(of: 1, pools: history.pools, cases: history.cases, checksLinks: true)
        for event in events { auditor.audit(event) }
        auditor.finish()
        #expect(Set(auditor.notes.findings.map(\.rule)) == [.storage])
    }

    /// Signatures are verified by an audit of their own, which has its own tests; so have the beginnings of ledgers
    /// (`TamperedSeasonTests`).
    @Test func everyRuleHasABreachOfItsOwn() {
        #expect(Set(Self.breaches.map(\.rule)).union([.storage, .signature, .season]) == Set(AuditRule.allCases))
    }
}
