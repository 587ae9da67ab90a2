import Draft
import DraftLedger
import Simulation
import Testing

@testable import Replay

/// Books in which something was changed behind the rules' back.
struct TamperedMoneyTests {
    /// A lively house's events, prizes, refunds, withdrawals and a voided room among them.
    static let events: [RecordedEvent] = {
        let options = SimulationOptions(rooms: 8, seed: 3, teams: 3, rounds: 2)
        return (try? TemporaryLedger(simulating: options).events) ?? []
    }()

    static func audit(_ events: [RecordedEvent]) -> AuditNotes {
        var auditor = MoneyAuditor(isWhole: true)
        for event in TamperedRoomTests.relinked(events) where MoneyAuditor.concerns(event) { auditor.apply(event) }
        auditor.finish()
        return auditor.notes
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
        Forgery("a command that took effect twice", [.idempotency]) { event in
            guard case .withdrawalHeld = event.event else { return nil }
            var again = event
            again.origin?.occurredAt = (event.origin?.occurredAt ?? event.recordedAt) + .seconds(1)
            return [event, again]
        },
    ]

    static func claimant(of stream: StreamKey) -> UserID? {
        for case .disputeOpened(let opened) in events.lazy.filter({ $0.stream == stream }).map(\.event) {
            return opened.claimant
        }
        return nil
    }

    @Test func `Left alone, the books are clean`() {
        #expect(Self.events.count > 500)
        #expect(Self.audit(Self.events).findings == [])
    }

    @Test(arguments: forgeries)
    func `A forgery is found by its rule`(forgery: Forgery) throws {
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

    @Test func `The accounts are looked at after every posting, not only in the end`() throws {
        // A withdrawal of money that only comes in a moment later leaves every balance right in the end.
        let deposit = try #require(Self.events.firstIndex { $0.event.type == .depositRecorded })
        let user = Self.events[deposit].stream
        let first = try #require(
            Self.events[deposit...].firstIndex { $0.stream == user && $0.event.type == .entryFeeHeld })
        var events = Self.events
        let late = events.remove(at: deposit)
        events.insert(late, at: first)
        let notes = Self.audit(events)
        #expect(notes.findings.map(\.rule) == [.balance])
        #expect(notes.findings.first?.position == Self.events[first].position)
    }
}
