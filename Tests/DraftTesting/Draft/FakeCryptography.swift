package import Draft
import TestSupport

/// Decisions as they were before picks of the rules kept to themselves whom they passed over: with the names in the room's
/// own stream.
package struct FormerCryptography: DraftCryptography {
    private let cryptography: any DraftCryptography

    package init(_ cryptography: any DraftCryptography) { self.cryptography = cryptography }

    package func sha256(_ message: [UInt8]) -> Digest256 { cryptography.sha256(message) }
    package func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256 {
        cryptography.hmacSHA256(key: key, message: message)
    }
    package func drawSecret(of room: RoomID) -> Digest256 { cryptography.drawSecret(of: room) }
    package func podSecret(of tournament: TournamentID, round: UInt8, of rounds: UInt8) -> Digest256 {
        cryptography.podSecret(of: tournament, round: round, of: rounds)
    }
    package func autopickSalt(of room: RoomID, pick: PickNumber) -> Digest256? { nil }
}

/// Deterministic stand-ins for SHA-256 and HMAC: well mixed, quick in a debug build, worthless as cryptography.
package struct FakeCryptography: DraftCryptography {
    package init() {}

    package func sha256(_ message: [UInt8]) -> Digest256 {
        var state: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in message { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var generator = SeededGenerator(digest: state)
        return Digest256(words: (generator.next(), generator.next(), generator.next(), generator.next()))
    }

    package func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256 { sha256(key + [0xA5] + message) }

    package func drawSecret(of room: RoomID) -> Digest256 { sha256(Array("secret of room \(room)".utf8)) }

    package func podSecret(of tournament: TournamentID, round: UInt8, of rounds: UInt8) -> Digest256 {
        let last = sha256(Array("secret of contest \(tournament)".utf8))
        return PodDraw.secret(from: last, round: round, of: rounds, cryptography: self)
    }

    package func autopickSalt(of room: RoomID, pick: PickNumber) -> Digest256? {
        sha256(PassedOver.saltInput(of: room, pick: pick))
    }
}
