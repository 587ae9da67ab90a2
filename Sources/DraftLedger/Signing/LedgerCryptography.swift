import Crypto
public import Draft
import Records

/// SHA-256 and HMAC through swift-crypto, and the secrets of the order draws and the salts of the rules' picks from one
/// master secret.
///
/// The secret of the last round of a contest whose pods are drawn is HMAC-SHA256(master, "pods" ‖ contest number).
///
/// A room's secret is HMAC-SHA256(master, "draft-order" ‖ room number): it need not be stored before its draw reveals
/// it, every process that may write derives the same one, and one room's secret says nothing about another's.
public struct LedgerCryptography: DraftCryptography {
    private let master: [UInt8]

    /// Salts the private records that are written here.
    let saltKey: SaltKey

    /// - Parameter drawMaster: 32 secret bytes; a person who knows them knows every order that is still to be drawn.
    public init(drawMaster: [UInt8]) {
        master = drawMaster
        saltKey = SaltKey(master: drawMaster)
    }

    public func sha256(_ message: [UInt8]) -> Digest256 { Digest256(hashing: message) }

    public func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256 {
        Digest256(sha256: HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }

    public func drawSecret(of room: RoomID) -> Digest256 {
        let number = withUnsafeBytes(of: room.number.bigEndian) { Array($0) }
        return hmacSHA256(key: master, message: Array("draft-order".utf8) + number)
    }

    public func podSecret(of tournament: TournamentID, round: UInt8, of rounds: UInt8) -> Digest256 {
        let number = withUnsafeBytes(of: tournament.number.bigEndian) { Array($0) }
        let last = hmacSHA256(key: master, message: Array("pods".utf8) + number)
        return PodDraw.secret(from: last, round: round, of: rounds, cryptography: self)
    }

    public func autopickSalt(of room: RoomID, pick: PickNumber) -> Digest256? {
        hmacSHA256(key: master, message: PassedOver.saltInput(of: room, pick: pick))
    }
}
