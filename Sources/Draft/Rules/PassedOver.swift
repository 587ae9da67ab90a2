/// The public commitment of an autopick to the skipped players of a seat's queue and rankings: a digest that discloses
/// neither names nor number. The names and the salt are in the queue's own stream (`AutopickExplained`), which is private to
/// that seat. With both, the digest can be checked with SHA-256 and HMAC alone.
///
/// Byte layout, every number an unsigned 64-bit big-endian word, as in `OrderDraw`:
///
/// ```
/// salt       = HMAC-SHA256(draw key, "autopick" ‖ room ‖ pick)    "autopick": 8 bytes of ASCII; draw key: 32 bytes
/// passedOver = HMAC-SHA256(salt, player[0] ‖ cause[0] ‖ player[1] ‖ cause[1] ‖ …)
/// ```
///
/// Players are indexes of the room's pool, in the order in which they were skipped, the first 64; causes are the
/// numbers of `PickAutomated.Skip.Cause`. Without skipped players it is the HMAC of no bytes. Without the salt, which is as secret as
/// the draw key, no list can be tried against the digest.
public enum PassedOver {
    /// The inputs of the salt, in addition to the draw key.
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
