import DraftLedger
import LedgerTesting
import Records
import Simulation
import Testing

@testable import Draft  // events are forged
@testable import Replay  // findings of single auditors and their rules

/// Forged draws, limits and statements, each of which breaks one rule and no other.
@Suite struct DrawAuditTests {
    /// A lively house with a contest whose members seal and reveal, and with members who look after themselves.
    static let events: [RecordedEvent] = {
        let options = SimulationOptions(rooms: 20, seed: 4, teams: 3, rounds: 2)
        return (try? TemporaryLedger(simulating: options).events) ?? []
    }()

    @Test func anHonestHistoryKeepsEveryRule() {
        let types = Set(Self.events.map(\.event.type))
        #expect(
            types.isSuperset(of: [.entropyRevealed, .limitsSet, .userExcluded, .accountClosed, .providerStatement]))
        #expect(
            Self.events.contains {
                if case .draftOrderDrawn(let drawn) = $0.event { !drawn.withheld.isEmpty } else { false }
            })
        #expect(HouseAuditTests.findings(in: Self.events).map(\.message) == [])
    }

    typealias Forgery = HouseAuditTests.Forgery

    /// The origin of a command that nobody has sent, as from whoever sent the event beside it.
    private static func origin(
        beside recorded: RecordedEvent, of command: Command, as actor: Sender, _ number: UInt64
    ) -> CommandOrigin {
        CommandOrigin(
            occurredAt: recorded.recordedAt, actor: actor, commandID: CommandID(high: 77, low: number),
            fingerprint: command.fingerprint)
    }

    static let forgeries: [Forgery] = [
        Forgery("a reveal of what nobody had sealed", [.draw, .fingerprint]) { event in
            guard case .entropyRevealed(var revealed) = event.event else { return false }
            revealed.entropy[0] ^= 1
            event.event = .entropyRevealed(revealed)
            if case .room(let room) = event.stream {
                event.origin?.fingerprint = Command.room(room, .revealEntropy(revealed.entropy)).fingerprint
            }
            return true
        },
        Forgery("a draw that names nobody although somebody held back", [.draw]) { event in
            guard case .draftOrderDrawn(var drawn) = event.event, !drawn.withheld.isEmpty else { return false }
            drawn.withheld = []
            event.event = .draftOrderDrawn(drawn)
            return true
        },
        Forgery("a draw while members could still reveal", [.draw]) { events in
            guard
                let index = events.firstIndex(where: {
                    if case .draftOrderDrawn(let drawn) = $0.event { !drawn.withheld.isEmpty } else { false }
                }), let origin = events[index].origin,
                let arrival = origin.occurredAt
            else { return false }
            // What led up to it comes five seconds later than it did.
            for place in events.indices where events[place].origin == origin {
                events[place].origin?.occurredAt = arrival - .milliseconds(900)
            }
            return true
        },
        Forgery("an order that the members' bytes do not draw", [.draw]) { events in
            guard
                let index = events.firstIndex(where: {
                    if case .seatTaken(let taken) = $0.event { taken.entropy.count == 16 } else { false }
                }), case .seatTaken(var taken) = events[index].event,
                case .wallet(let user)? = events[index...].first(
                    where: { $0.event.type == .entryFeeHeld })?.stream,
                case .entryFeeHeld(let fee)? = events[index...].first(where: { $0.event.type == .entryFeeHeld })?.event,
                let origin = events[index].origin
            else { return false }
            taken.entropy[3] ^= 0x40
            let seats = events.count { $0.origin == origin && $0.event.type == .seatTaken }
            let command = Command.wallet(
                user, .joinTournament(fee.tournament, entries: UInt8(seats), entropy: taken.entropy))
            for place in events.indices where events[place].origin == origin {
                if case .seatTaken(var seat) = events[place].event {
                    seat.entropy = taken.entropy
                    events[place].event = .seatTaken(seat)
                }
                events[place].origin?.fingerprint = command.fingerprint
            }
            return true
        },
        Forgery("a room that opens with another pool than there is", [.autopick]) { event in
            guard case .roomOpened(var opened) = event.event, var terms = opened.draw else { return false }
            terms.poolPlayers += 1
            opened.draw = terms
            event.event = .roomOpened(opened)
            return true
        },
        Forgery("a room that goes back to draws without terms", [.decision]) { events in
            guard let index = events.lastIndex(where: { $0.event.type == .roomOpened }),
                case .roomOpened(var opened) = events[index].event
            else { return false }
            opened.draw = nil
            events[index].event = .roomOpened(opened)
            return true
        },
        Forgery("a room that ends without its secret", [.draw]) { event in
            guard case .roomCancelled(var cancelled) = event.event, cancelled.secret != nil else { return false }
            cancelled.secret = nil
            event.event = .roomCancelled(cancelled)
            return true
        },
        Forgery("a room that ends with another secret", [.draw]) { event in
            guard case .roomCancelled(var cancelled) = event.event, cancelled.secret != nil else { return false }
            cancelled.secret?.words.3 ^= 1
            event.event = .roomCancelled(cancelled)
            return true
        },
        Forgery("a reveal in time that is not waited for", [.draw, .refusal]) { events in
            // The reveal that came too late is dated into the time that there was.
            guard
                let index = events.firstIndex(where: {
                    if case .commandRejected(let rejected) = $0.event {
                        rejected.command == .revealEntropy && rejected.code == .wrongStatus
                    } else {
                        false
                    }
                }), case .commandRejected(var rejected) = events[index].event, let until = rejected.deadline
            else { return false }
            events[index].origin?.occurredAt = until - .milliseconds(10)
            rejected.margin = .milliseconds(10)
            events[index].event = .commandRejected(rejected)
            return true
        },
        Forgery("a deposit over the limit that counts", [.decision]) { events in
            guard
                let index = events.firstIndex(where: {
                    if case .commandRejected(let rejected) = $0.event { rejected.code == .limitExceeded } else { false }
                }), case .commandRejected(let rejected) = events[index].event,
                case .wallet(_, .recordDeposit(let amount, let provider, let reference))? = rejected.refusedCommand
            else { return false }
            let deposit = DepositRecorded(amount: amount, provider: provider, reference: reference)
            events[index].event = .depositRecorded(deposit)
            return true
        },
        Forgery("a looser limit that holds at once", [.decision]) { event in
            guard case .limitsSet(var set) = event.event, set.looserFrom != nil else { return false }
            set.looserFrom = nil
            event.event = .limitsSet(set)
            return true
        },
        Forgery("an exclusion by somebody else", [.decision]) { event in
            guard case .userExcluded = event.event, case .user(let user) = event.stream else { return false }
            event.origin?.actor = .user(UserID(user.number == 1 ? 2 : 1))
            event.origin?.signature = nil
            return true
        },
        Forgery("a closed account that is excluded", [.decision]) { events in
            guard let index = events.firstIndex(where: { $0.event.type == .accountClosed }),
                case .user(let user) = events[index].stream
            else { return false }
            let until = events[index].recordedAt + .seconds(999_999)
            var excluded = events[index]
            excluded.event = .userExcluded(UserExcluded(until: until))
            excluded.origin = origin(
                beside: excluded, of: .user(user, .excludeUser(until: until)), as: .admin(1), 1)
            events.insert(excluded, at: index + 1)
            return true
        },
        Forgery("a statement of a day that is not over", [.decision, .fingerprint]) { event in
            guard case .providerStatement(var statement) = event.event else { return false }
            statement.day = event.recordedAt.startOfDay
            event.event = .providerStatement(statement)
            event.origin?.fingerprint = Command.ledger(.recordStatement(statement)).fingerprint
            return true
        },
        Forgery("a statement by a member", [.decision]) { event in
            guard case .providerStatement = event.event else { return false }
            event.origin?.actor = .user(1)
            return true
        },
    ]

    @Test(arguments: forgeries)
    func aForgeryIsFoundByItsRule(forgery: Forgery) { forgery.expectIsFound(in: Self.events) }

    /// Software of rules 2 opened rooms without terms, and whatever it drew is drawn so again. Once there were terms, there
    /// are always.
    @Test func roomsOfOlderRulesStandAsTheyAre() throws {
        let options = SimulationOptions(rooms: 3, seed: 2, teams: 8, rounds: 2, profile: .quiet)
        let older = try TemporaryLedger(simulating: options).events.map { recorded -> RecordedEvent in
            var recorded = recorded
            if case .roomOpened(var opened) = recorded.event {
                opened.draw = nil
                recorded.event = .roomOpened(opened)
            }
            return recorded
        }
        // The orders were drawn with what members had brought; without terms that is none of the draw.
        let found = HouseAuditTests.findings(in: older)
        let unlike = found.filter { !$0.message.contains("the draft order is different") }
        #expect(unlike.map(\.message) == [])
        #expect(found.count == 3)
    }
}
