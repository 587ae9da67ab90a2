import Draft
import DraftLedger
import LedgerTesting
import Records
import Simulation
import Testing

@testable import Replay  // the auditor of money over forged events

/// Books in which something was changed behind the rules' back.
struct TamperedMoneyTests {
    /// A lively house's events, prizes, refunds, withdrawals and a voided room among them.
    static let events: [RecordedEvent] = {
        let options = SimulationOptions(rooms: 8, seed: 3, teams: 3, rounds: 2)
        return (try? TemporaryLedger(simulating: options).events) ?? []
    }()

    static func audit(_ events: [RecordedEvent]) -> AuditReport {
        let audit = IncomingAudit()
        let events = TamperedRoomTests.renumbered(events)
        for event in events { audit.prepare(event) }
        for event in events { audit.audit(event) }
        return audit.finish()
    }

    struct Forgery: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var rules: Set<AuditRule>
        /// The event in the place of the one given, several, or none; nil where it does not apply.
        var change: @Sendable (RecordedEvent) -> [RecordedEvent]?

        init(_ name: String, _ rules: Set<AuditRule>, _ change: @escaping @Sendable (RecordedEvent) -> [RecordedEvent]?)
        {
            testDescription = name
            self.rules = rules
            self.change = change
        }
    }

    /// The event with its body changed.
    static func with(_ recorded: RecordedEvent, _ event: Event) -> [RecordedEvent] {
        var changed = recorded
        changed.event = event
        return [changed]
    }

    static let forgeries: [Forgery] = [
        Forgery("a fee held twice", [.hold]) { event in
            guard case .entryFeeHeld = event.event else { return nil }
            return [event, event]
        },
        Forgery("a fee never held", [.fee]) { event in
            guard case .entryFeeHeld = event.event else { return nil }
            return []
        },
        Forgery("another fee", [.fee]) { event in
            guard case .entryFeeHeld(var fee) = event.event else { return nil }
            fee.amount = fee.amount + Cents(1)
            return with(event, .entryFeeHeld(fee))
        },
        Forgery("a fee posted twice", [.hold]) { event in
            guard case .entryFeePosted = event.event else { return nil }
            return [event, event]
        },
        Forgery("a fee not posted at the start", [.fee]) { event in
            guard case .entryFeePosted = event.event else { return nil }
            return []
        },
        Forgery("a fee kept when the room was voided", [.fee]) { event in
            guard case .entryFeeRefunded = event.event else { return nil }
            return []
        },
        Forgery("a fee released by another amount", [.hold]) { event in
            guard case .entryFeeReleased(var fee) = event.event else { return nil }
            fee.amount = fee.amount + Cents(1)
            return with(event, .entryFeeReleased(fee))
        },
        Forgery("a prize too large", [.contest]) { event in
            guard case .prizeCredited(var prize) = event.event else { return nil }
            prize.amount = prize.amount + Cents(1)
            return with(event, .prizeCredited(prize))
        },
        Forgery("a prize paid twice", [.hold]) { event in
            guard case .prizeCredited = event.event else { return nil }
            return [event, event]
        },
        Forgery("books that do not close", [.contest]) { event in
            guard case .tournamentFinalized(var totals) = event.event else { return nil }
            totals.rake = totals.rake + Cents(1)
            return with(event, .tournamentFinalized(totals))
        },
        Forgery("a pot that is not emptied", [.contest]) { event in
            guard case .overlayAdded(var overlay) = event.event else { return nil }
            overlay.amount = overlay.amount + Cents(1)
            return with(event, .overlayAdded(overlay))
        },
        Forgery("a deposit recorded twice", [.hold]) { event in
            guard case .depositRecorded = event.event else { return nil }
            return [event, event]
        },
        Forgery("more withdrawn than there is", [.balance]) { event in
            guard case .withdrawalHeld(var withdrawal) = event.event else { return nil }
            withdrawal.amount = Cents(100_000_000)
            return with(event, .withdrawalHeld(withdrawal))
        },
        Forgery("a withdrawal that ends twice", [.hold]) { event in
            guard case .withdrawalPosted = event.event else { return nil }
            return [event, event]
        },
        Forgery("a chargeback of more than was deposited", [.hold]) { event in
            guard case .chargebackRecorded(var chargeback) = event.event else { return nil }
            chargeback.amount = Cents(100_000_000)
            return with(event, .chargebackRecorded(chargeback))
        },
        Forgery("an adjustment with two eyes", [.authority]) { event in
            guard case .balanceAdjusted(var adjustment) = event.event else { return nil }
            adjustment.secondApprover = adjustment.firstApprover
            return with(event, .balanceAdjusted(adjustment))
        },
        Forgery("a case resolved by its claimant", [.authority]) { event in
            guard case .disputeResolved(var resolved) = event.event else { return nil }
            resolved.resolvedBy = claimant(of: event.stream) ?? resolved.resolvedBy
            return with(event, .disputeResolved(resolved))
        },
        Forgery("an event in a foreign stream", [.stream]) { event in
            guard case .depositRecorded = event.event else { return nil }
            var moved = event
            moved.stream = .user(1)
            return [moved]
        },
        Forgery("a deposit of another amount", [.fingerprint]) { event in
            guard case .depositRecorded(var deposit) = event.event else { return nil }
            deposit.amount = deposit.amount + Cents(1)
            return with(event, .depositRecorded(deposit))
        },
        Forgery("a deposit under the reference of another user's", [.hold]) { event in
            guard case .depositRecorded(let deposit) = event.event, let first = firstDeposit,
                first.stream != event.stream
            else { return nil }
            return forged(event, .depositRecorded(first.deposit)) {
                .wallet(
                    $0, .recordDeposit(amount: deposit.amount, provider: deposit.provider, reference: deposit.reference)
                )
            }
        },
        Forgery("an adjustment for a case that is not there", [.decision]) { event in
            guard case .balanceAdjusted(var adjustment) = event.event else { return nil }
            adjustment.dispute = 999_999
            return forged(event, .balanceAdjusted(adjustment)) { .wallet($0, .adjustBalance(adjustment)) }
        },
        Forgery("another claim", [.fingerprint]) { event in
            guard case .disputeOpened(var opened) = event.event else { return nil }
            opened.claim += "!"
            return with(event, .disputeOpened(opened))
        },
        Forgery("another verdict", [.fingerprint]) { event in
            guard case .disputeResolved(var resolved) = event.event else { return nil }
            resolved.verdict = resolved.verdict == .upheld ? .rejected : .upheld
            return with(event, .disputeResolved(resolved))
        },
        Forgery("another player in the pool", [.fingerprint]) { event in
            guard case .playerListed(var listed) = event.event else { return nil }
            listed.player.adp = 1
            return with(event, .playerListed(listed))
        },
        Forgery("a limit of entries that was broken", [.contest]) { event in
            guard case .tournamentCreated(var details) = event.event, event.stream == busiest?.tournament else {
                return nil
            }
            details.maxEntriesPerUser = 1
            return with(event, .tournamentCreated(details))
        },
        Forgery("a limit of the contest that was broken", [.contest]) { event in
            guard case .tournamentCreated(var details) = event.event, event.stream == busiest?.tournament else {
                return nil
            }
            details.maxEntries = 2
            return with(event, .tournamentCreated(details))
        },
        Forgery("a wrong count when entries closed", [.contest]) { event in
            guard case .entriesClosed(var closed) = event.event else { return nil }
            closed.entries += 1
            return with(event, .entriesClosed(closed))
        },
        Forgery("a member who was never registered", [.membership]) { event in
            guard case .userRegistered = event.event, event.stream == busiest?.user else { return nil }
            return []
        },
        Forgery("a deposit recorded before it came", [.arrival]) { event in
            guard case .depositRecorded = event.event else { return nil }
            var changed = event
            changed.origin?.occurredAt = event.recordedAt + Interval(microseconds: 1)
            return [changed]
        },
        Forgery("a place beyond all numbers", [.contest]) { event in
            guard case .prizeCredited(var prize) = event.event else { return nil }
            prize.place = .max
            return with(event, .prizeCredited(prize))
        },
        Forgery("a command that took effect twice", [.idempotency]) { event in
            guard case .withdrawalHeld = event.event else { return nil }
            var again = event
            again.origin?.occurredAt = (event.origin?.occurredAt ?? event.recordedAt) + .seconds(1)
            return [event, again]
        },
    ]

    /// The event with another body, and the fingerprint of the command that would lead to it, as a careful forger would.
    static func forged(
        _ recorded: RecordedEvent, _ event: Event, _ command: (UserID) -> Command
    ) -> [RecordedEvent]? {
        guard case .wallet(let user) = recorded.stream else { return nil }
        var changed = with(recorded, event)
        changed[0].origin?.fingerprint = command(user).fingerprint
        return changed
    }

    static let firstDeposit: (stream: StreamKey, deposit: DepositRecorded)? = events.lazy.compactMap { recorded in
        if case .depositRecorded(let deposit) = recorded.event { (recorded.stream, deposit) } else { nil }
    }.first

    /// The contest in which somebody has the most entries, and who that is.
    static let busiest: (tournament: StreamKey, user: StreamKey)? = {
        var counts: [StreamKey: [StreamKey: Int]] = [:]
        for recorded in events {
            guard case .entryFeeHeld(let fee) = recorded.event, case .wallet(let user) = recorded.stream else {
                continue
            }
            counts[.tournament(fee.tournament), default: [:]][.user(user), default: 0] += 1
        }
        let all = counts.flatMap { tournament, users in users.map { (tournament, $0.key, $0.value) } }
        return all.max { $0.2 < $1.2 }.map { ($0.0, $0.1) }
    }()

    static func claimant(of stream: StreamKey) -> UserID? {
        for case .disputeOpened(let opened) in events.lazy.filter({ $0.stream == stream }).map(\.event) {
            return opened.claimant
        }
        return nil
    }

    @Test func leftAloneTheBooksAreClean() {
        #expect(Self.events.count > 500)
        #expect(Self.audit(Self.events).findings == [])
    }

    @Test(arguments: forgeries)
    func aForgeryIsFoundByItsRule(forgery: Forgery) throws {
        for index in Self.events.indices {
            guard let changed = forgery.change(Self.events[index]) else { continue }
            let events = Array(Self.events[..<index]) + changed + Self.events[(index + 1)...]
            let notes = Self.audit(events)
            let found = notes.findings.filter { forgery.rules.contains($0.rule) }
            #expect(!found.isEmpty, "found \(notes.findings.map { "\($0.rule): \($0.message)" })")
            #expect(notes.findings.filter(\.showsInternals) == [])
            return
        }
        Issue.record("the house has nothing to forge")
    }

    @Test func theAccountsAreLookedAtAfterEveryPostingNotOnlyInTheEnd() throws {
        // A withdrawal of money that only comes in a moment later leaves every balance right in the end.
        let deposit = try #require(Self.events.firstIndex { $0.event.type == .depositRecorded })
        let user = Self.events[deposit].stream
        let first = try #require(
            Self.events[deposit...].firstIndex { $0.stream == user && $0.event.type == .entryFeeHeld })
        var events = Self.events
        let late = events.remove(at: deposit)
        events.insert(late, at: first)
        let notes = Self.audit(events)
        #expect(notes.findings.map(\.rule).contains(.balance))
        #expect(notes.findings.first { $0.rule == .balance }?.position == Self.events[first].position - 1)
    }
}
