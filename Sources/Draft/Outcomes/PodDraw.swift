/// The draw of the pods of a round after the first: the draw of a room's order, `OrderDraw`, over entries.
///
/// A contest has one secret for each drawn round, in a hash chain: each is the SHA-256 of the next round's. One commitment,
/// made when entries close and the later entries are unknown, binds the operator for all draws, and a revealed secret does
/// not disclose the next one. The draws can be recomputed from the contest's own events with SHA-256 and HMAC.
///
/// Byte layout, every number an unsigned 64-bit big-endian word:
///
/// ```
/// secret[r]  = SHA-256(secret[r+1])                  rounds 2 … n; secret[n]: 32 bytes that only the operator knows
/// commitment = SHA-256(secret[2])                    in EntriesClosed
/// key        = HMAC-SHA256(secret[r], contest ‖ r ‖ entry[0] ‖ … ‖ entry[m-1])      entries that play, ascending
/// ```
///
/// Blocks, rejection and shuffle are those of `OrderDraw`, over the entries in ascending order. Dealt out from the first to
/// the last, `ceil(m / size)` pods take as many entries each, or one more in the first ones where it does not come out even:
/// so no pod is larger than the contest says, and none has fewer than another but for one.
public enum PodDraw {
    /// The entries in the order of the draw, to be dealt out by `sizes(of:podSize:)`.
    ///
    /// - Parameters:
    ///   - secret: of the round.
    ///   - tournament: the contest's number.
    ///   - round: from 2.
    ///   - entrants: who plays, ascending.
    ///   - cryptography: whose HMAC stream draws.
    /// - Complexity: one HMAC for each entry.
    public static func order(
        secret: Digest256, tournament: TournamentID, round: UInt8, entrants: [EntryID],
        cryptography: some DraftCryptography
    ) -> [EntryID] {
        let numbers = [tournament.number, UInt64(round)] + entrants.map(\.number)
        let key = cryptography.hmacSHA256(key: secret.bytes, message: numbers.flatMap(OrderDraw.bigEndianBytes)).bytes
        return OrderDraw.permutation(of: entrants, key: key, cryptography: cryptography)
    }

    /// How many entries each pod has, in order.
    ///
    /// - Parameters:
    ///   - count: of the entries that play.
    ///   - podSize: the most that a pod takes; 0 counts as 1.
    public static func sizes(of count: Int, podSize: UInt32) -> [Int] {
        let size = max(1, Int(podSize))
        let pods = (count + size - 1) / size
        guard pods > 0 else { return [] }
        return (0..<pods).map { count / pods + ($0 < count % pods ? 1 : 0) }
    }

    /// The secret of a round, from that of the last one.
    ///
    /// - Parameters:
    ///   - last: of the contest's last round.
    ///   - round: from 2.
    ///   - rounds: how many the contest has.
    ///   - cryptography: computes SHA-256, once a round.
    public static func secret(
        from last: Digest256, round: UInt8, of rounds: UInt8, cryptography: some DraftCryptography
    ) -> Digest256 {
        var secret = last
        for _ in round..<max(round, rounds) { secret = cryptography.sha256(secret.bytes) }
        return secret
    }
}
