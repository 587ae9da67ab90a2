import Draft
import DraftLedger
import Testing

@Suite struct CryptographyTests {
    private let cryptography = LedgerCryptography(drawMaster: Array(0..<32))

    /// RFC 6234 and RFC 4231 test case 2.
    @Test func theFunctionsAreTheStandardOnes() {
        #expect(
            hex(cryptography.sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex(cryptography.hmacSHA256(key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    /// The published example of the draw, worked out by an independent program: seat 3 was left by join 4 and taken
    /// again by join 13.
    @Test func thePublishedDrawComesOutWithTheRealFunctions() {
        let secret = Digest256(bytes: Array(0..<32))!
        let joins: [UInt16] = [1, 2, 3] + Array(5...13)
        let seats: [Seat] = [0, 1, 2] + Array(4...11) + [3]
        let entrants = zip(joins, seats).map { OrderDraw.Entrant(entry: EntryID(room: 42, join: $0), seat: $1) }
        #expect(
            OrderDraw.seats(secret: secret, room: 42, entrants: entrants, cryptography: cryptography)
                == [3, 1, 0, 8, 4, 10, 2, 7, 11, 5, 6, 9])
    }

    @Test func everyRoomHasItsOwnSecretAndAlwaysTheSame() {
        #expect(cryptography.drawSecret(of: 1) == cryptography.drawSecret(of: 1))
        #expect(cryptography.drawSecret(of: 1) != cryptography.drawSecret(of: 2))
        let other = LedgerCryptography(drawMaster: Array(1..<33))
        #expect(other.drawSecret(of: 1) != cryptography.drawSecret(of: 1))
    }

    /// One commitment binds a contest for all of its draws, and none tells of the next one.
    @Test func theSecretsOfAContestsDrawsHangTogether() {
        let last = cryptography.podSecret(of: 7, round: 4, of: 4)
        let third = cryptography.podSecret(of: 7, round: 3, of: 4)
        #expect(cryptography.sha256(last.bytes) == third)
        #expect(cryptography.sha256(third.bytes) == cryptography.podSecret(of: 7, round: 2, of: 4))
        #expect(cryptography.podSecret(of: 8, round: 4, of: 4) != last && last != cryptography.drawSecret(of: 7))
        #expect(LedgerCryptography(drawMaster: Array(1..<33)).podSecret(of: 7, round: 4, of: 4) != last)
    }

    private func hex(_ digest: Digest256) -> String {
        digest.bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
