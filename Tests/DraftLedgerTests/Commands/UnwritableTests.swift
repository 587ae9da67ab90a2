import DraftLedger
import LedgerTesting
import Records
import Testing

@testable import Draft  // events that the game alone makes

/// What its own reader would refuse, or take for another value, is not written.
@Suite struct UnwritableTests {
    private static let dearContest: TournamentCreated = {
        var contest = TournamentCreated.blank
        contest.statedPrizes = Cents(1 << 53 + 1)
        return contest
    }()

    @Test(arguments: [
        Event.depositRecorded(DepositRecorded(amount: Cents(.max), provider: "bank", reference: "x")),
        .depositRecorded(DepositRecorded(amount: Cents(-(1 << 53) - 1), provider: "bank", reference: "x")),
        .tournamentCreated(dearContest),
        .pickMade(PickMade(pick: 1, slot: 0, seat: 0, player: 0, adp: .max, claimedAt: nil)),
        .pickMade(PickMade(pick: 1, slot: 0, seat: 0, player: 0, adp: 1, claimedAt: Timestamp(microseconds: .min))),
        .seatTaken(SeatTaken(seat: 0, user: UserID(.max), entry: 1, externalID: "")),
        .draftOrderDrawn(DraftOrderDrawn(secret: Digest256(words: (.max, .max, .max, .max)), seats: [])),
    ])
    func anAppendOfItIsRefusedWhole(event: Event) async throws {
        let house = try await LiveHouse()
        let size = try house.ledger.size
        let sound = PendingEvent(stream: .user(9), event: .userRegistered(UserRegistered()), origin: nil)
        let error = #expect(throws: DraftLedgerError.self) {
            try house.ledger.append([sound, PendingEvent(stream: .room(9), event: event, origin: nil)])
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains(event.type.name) == true)
        #expect(try house.ledger.size == size)
    }

    @Test func aWriterThatHasRefusedGoesOn() throws {
        var writer = RecordWriter()
        let amounts = [Cents(.max), Cents(1 << 53), Cents(.min), Cents(5)]
        let isWritten = amounts.map { amount in
            let event = Event.rakeTaken(RakeTaken(amount: amount))
            return (try? writer.write(event, stream: .tournament(1), origin: nil)) != nil
        }
        #expect(isWritten == [false, true, false, true])
    }
}
