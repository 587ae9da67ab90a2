/// What a pick of the rules says to everybody of those whom it passed over in a seat's queue and rankings: a digest, and
/// neither who nor how many. The names and the salt stand in the queue's own stream (`AutopickExplained`), which is that
/// seat's alone. Who has both can check that the digest was theirs when the pick was made, with SHA-256 and HMAC alone.
///
/// Byte layout, every number an unsigned 64-bit big-endian word, as in `OrderDraw`:
///
/// ```
/// salt       = HMAC-SHA256(draw key, "autopick" ‖ room ‖ pick)    "autopick": 8 bytes of ASCII; draw key: 32 bytes
/// passedOver = HMAC-SHA256(salt, player[0] ‖ cause[0] ‖ player[1] ‖ cause[1] ‖ …)
/// ```
///
/// Players are indexes of the room's pool, in the order in which they were passed over, the first 64; causes are the
/// numbers of `PickAutomated.Skip.Cause`. Of nobody it is the HMAC of no bytes. Without the salt, which is as secret as
/// the draw key, no list can be tried against the digest.
public enum PassedOver {
    /// What the salt is made of beside the draw key.
    ///
    /// - Parameters:
    ///   - room: in which the rules pick.
    ///   - pick: its overall number, from 1.
    /// - Returns: 24 bytes.
    public static func saltInput(of room: RoomID, pick: PickNumber) -> [UInt8] {
        Array("autopick".utf8) + [room.number, UInt64(pick)].flatMap(OrderDraw.bigEndianBytes)
    }

    /// The digest of those who were passed over.
    ///
    /// - Parameters:
    ///   - skipped: in their order.
    ///   - salt: of the pick.
    ///   - cryptography: whose HMAC it is.
    public static func digest(
        of skipped: [PickAutomated.Skip], salt: Digest256, cryptography: some DraftCryptography
    ) -> Digest256 {
        let words = skipped.flatMap { [UInt64($0.player), UInt64($0.cause.rawValue)] }
        return cryptography.hmacSHA256(key: salt.bytes, message: words.flatMap(OrderDraw.bigEndianBytes))
    }
}
