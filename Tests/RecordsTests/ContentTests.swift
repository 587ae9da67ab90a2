import Draft
import Records
import Testing

/// What a command's content is told by.
@Suite struct ContentTests {
    /// Pairs of commands that differ, of which the fingerprints, made long ago, do not tell.
    private static let pairs: [(Command, Command)] = [
        (
            .queue(1, 0, .setQueue(players: [1], expectedVersion: nil)),
            .queue(1, 0, .setQueue(players: [], expectedVersion: 0))
        ),
        (
            .room(1, .importRoom(ImportRoom(room: room, entries: [nil]))),
            .room(1, .importRoom(ImportRoom(room: room, entries: [.init(externalID: "unknown team", user: nil)])))
        ),
    ]

    private static let room = OpenRoom(
        tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2), externalID: "")

    @Test(arguments: pairs)
    func theDigestTellsApartWhatTheFingerprintDoesNot(first: Command, second: Command) {
        #expect(first != second)
        #expect(first.fingerprint == second.fingerprint)
        #expect(first.contentDigest != second.contentDigest)
    }

    /// The log is full of them.
    @Test func fingerprintsStayWhatTheyWere() {
        #expect(Command.room(12, .makePick(MakePick(pick: 17, player: 42))).fingerprint == 0x2a1c_152c)
        #expect(Command.queue(1, 0, .setQueue(players: [3, 1, 2], expectedVersion: 4)).fingerprint == 0x6c1c_7839)
        #expect(
            Command.wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "r")).fingerprint
                == 0xc683_dcba)
    }

    @Test func whatAClientClaimsOfItsClockIsNoContent() {
        let pick = Command.room(1, .makePick(MakePick(pick: 1, player: 2)))
        let claiming = Command.room(
            1, .makePick(MakePick(pick: 1, player: 2, claimedAt: Timestamp(microseconds: 1))))
        #expect(pick.contentDigest == claiming.contentDigest)
        #expect(pick.fingerprint == claiming.fingerprint)
    }
}
