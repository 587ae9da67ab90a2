import Draft
import DraftLedger
import Testing

/// What a command's content is told by.
@Suite struct ContentTests {
    /// Pairs of commands that differ, of which the fingerprints, made long ago, do not tell.
    private static let pairs: [(Command, Command)] = [
        (.setQueue(1, 0, players: [1], expectedVersion: nil), .setQueue(1, 0, players: [], expectedVersion: 0)),
        (
            .importRoom(1, ImportRoom(room: room, entries: [nil])),
            .importRoom(1, ImportRoom(room: room, entries: [.init(externalID: "unknown team", user: nil)]))
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
        #expect(Command.makePick(12, MakePick(pick: 17, player: 42)).fingerprint == 0x2a1c_152c)
        #expect(Command.setQueue(1, 0, players: [3, 1, 2], expectedVersion: 4).fingerprint == 0x6c1c_7839)
        #expect(
            Command.recordDeposit(1, amount: Cents(5), provider: "bank", reference: "r").fingerprint == 0xc683_dcba)
    }

    @Test func whatAClientClaimsOfItsClockIsNoContent() {
        let pick = Command.makePick(1, MakePick(pick: 1, player: 2))
        let claiming = Command.makePick(
            1, MakePick(pick: 1, player: 2, claimedAt: Timestamp(microseconds: 1)))
        #expect(pick.contentDigest == claiming.contentDigest)
        #expect(pick.fingerprint == claiming.fingerprint)
    }
}
