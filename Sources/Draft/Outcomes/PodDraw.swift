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
/// commitment = SHA-256(secret[2])                    in ContestRoundsSet, before anybody has entered
/// room[i]    = SHA-256("draft-ledger/pods@v1" 0x0A ‖ room ‖ entry[0] ‖ bytes[0] ‖ … )    entries in the order of joining
/// entropy    = room[0] XOR room[1] XOR …             all rooms of the contest that drafted
/// key        = HMAC-SHA256(secret[r], contest ‖ r ‖ entry[0] ‖ … ‖ entry[m-1] ‖ entropy)  entries that play, ascending
/// ```
///
/// The members' bytes are those of the draws of their rooms: the 16 random bytes, or the SHA-256 of bytes that were not
/// revealed, each preceded by their count. So the operator, who commits to the secret before anybody joins, knows no draw
/// before the last member has joined. Records of rules before `SoftwareStarted.rulesOfPodEntropy` have the commitment in
/// EntriesClosed, and no entropy.
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
    ///   - entropy: the members' bytes, as the first round's standings state them; nil in older contests.
    ///   - cryptography: whose HMAC stream draws.
    /// - Complexity: one HMAC for each entry.
    public static func order(
        secret: Digest256, tournament: TournamentID, round: UInt8, entrants: [EntryID], entropy: Digest256? = nil,
        cryptography: some DraftCryptography
    ) -> [EntryID] {
        let numbers = [tournament.number, UInt64(round)] + entrants.map(\.number)
        let message = numbers.flatMap(OrderDraw.bigEndianBytes) + (entropy?.bytes ?? [])
        let key = cryptography.hmacSHA256(key: secret.bytes, message: message).bytes
        return OrderDraw.permutation(of: entrants, key: key, cryptography: cryptography)
    }

    /// The digest of the members' bytes in one room.
    ///
    /// - Parameters:
    ///   - room: a room that drafted.
    ///   - cryptography: computes SHA-256, once.
    public static func entropy(of room: RoomState, cryptography: some DraftCryptography) -> Digest256 {
        var message = Array("draft-ledger/pods@v1\n".utf8) + OrderDraw.bigEndianBytes(room.id.number)
        for entrant in room.entrants {
            message += OrderDraw.bigEndianBytes(entrant.entry.number)
            message += OrderDraw.bigEndianBytes(UInt64(entrant.entropy.count)) + entrant.entropy
        }
        return cryptography.sha256(message)
    }

    /// Adds members' bytes to others, independently of the order.
    public static func combined(_ one: Digest256?, _ other: Digest256) -> Digest256 {
        guard let one = one?.words else { return other }
        let (first, second) = (one, other.words)
        return Digest256(
            words: (first.0 ^ second.0, first.1 ^ second.1, first.2 ^ second.2, first.3 ^ second.3))
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
