/// The draw of a room's draft order: a shuffle that is fixed by a secret that the room committed to before the first
/// member joined, and by each member's entropy. Neither the operator nor a member knows the order as long as one of them
/// keeps its part secret. It can be recomputed from the room's public events with SHA-256 and HMAC.
///
/// Byte layout, every number an unsigned 64-bit big-endian word:
///
/// ```
/// commitment = SHA-256(secret)                                       in RoomOpened; secret: 32 bytes
/// key        = HMAC-SHA256(secret, room ‖ entry[0] ‖ … ‖ entry[T-1]  entries in join order = ascending
///                                  ‖ bytes[0] ‖ … ‖ bytes[T-1])     what their members brought, as they are
/// block[c]   = HMAC-SHA256(key, c)                                   c = 0, 1, 2, …
/// x[c]       = the first 8 bytes of block[c] as a number
/// ```
///
/// The shuffle is Fisher-Yates on the seats in join order: for `i` from T-1 down to 1, swap places `i` and `j` where `j`
/// is drawn from 0...i. A draw takes the next `x`; with `n = i + 1`, an `x` of `floor(2^64 / n) * n` or more is
/// rejected and the next one taken, so that `j = x mod n` has no bias. The seat at place s then drafts from
/// slot s.
///
/// `bytes` are 16 of a member's own, none where the join brought none, and none at all in rooms that opened without terms
/// of their draw (`DrawTerms`, version 2). In a contest that requires signatures the join brings their SHA-256, members
/// reveal after the room is full, and a member who has not in ten seconds is drawn with the 32 bytes of the SHA-256. That is the
/// safest against a member who holds back: the one other order that he can have is fixed when he joins and, the secret being
/// unknown to him, tells him nothing. Only together with the operator, who knows the secret, do k withholding members have 2^k
/// orders to choose from; the draw names them.
///
/// No lengths stand between the members' bytes: which are whose is fixed on record before the key exists, so two rooms
/// with the same string of bytes give no advantage.
public enum OrderDraw {
    /// One team of the room before the draw.
    public struct Entrant: Hashable, Sendable {
        public var entry: EntryID
        public var seat: Seat
        /// Its member's entropy for the draw.
        public var entropy: [UInt8]

        public init(entry: EntryID, seat: Seat, entropy: [UInt8] = []) {
            self.entry = entry
            self.seat = seat
            self.entropy = entropy
        }
    }

    /// The seat of each slot, from slot 0.
    ///
    /// - Parameters:
    ///   - secret: to which the room committed.
    ///   - room: the room's number.
    ///   - entrants: in join order, which is the order of their entry numbers.
    ///   - cryptography: whose HMAC stream draws.
    public static func seats(
        secret: Digest256, room: RoomID, entrants: [Entrant], cryptography: some DraftCryptography
    ) -> [Seat] {
        let numbers = [room.number] + entrants.map(\.entry.number)
        let message = numbers.flatMap(bigEndianBytes) + entrants.flatMap(\.entropy)
        let key = cryptography.hmacSHA256(key: secret.bytes, message: message).bytes
        return permutation(of: entrants.map(\.seat), key: key, cryptography: cryptography)
    }

    /// The commitment to the secret in `RoomOpened`.
    public static func commitment(to secret: Digest256, cryptography: some DraftCryptography) -> Digest256 {
        cryptography.sha256(secret.bytes)
    }

    /// Fisher-Yates over the words of a key's blocks.
    static func permutation<Element>(
        of elements: [Element], key: [UInt8], cryptography: some DraftCryptography
    ) -> [Element] {
        var counter: UInt64 = 0
        return shuffled(elements) {
            defer { counter += 1 }
            return cryptography.hmacSHA256(key: key, message: bigEndianBytes(counter)).words.0
        }
    }

    /// Fisher-Yates over a stream of random words.
    static func shuffled<Element>(_ elements: [Element], next: () -> UInt64) -> [Element] {
        var elements = elements
        for place in elements.indices.dropFirst().reversed() {
            elements.swapAt(place, Int(uniform(below: UInt64(place) + 1, next: next)))
        }
        return elements
    }

    /// A number from 0 to `bound - 1`, all equally likely if the words of the stream are.
    static func uniform(below bound: UInt64, next: () -> UInt64) -> UInt64 {
        // 2^64 mod bound, without a number of 65 bits: that many words at the top belong to no whole round.
        let excess = (UInt64.max % bound + 1) % bound
        while true {
            let word = next()
            if word <= UInt64.max - excess { return word % bound }
        }
    }

    static func bigEndianBytes(_ word: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
    }
}

extension RoomState {
    /// The room's teams in join order: what the draw shuffles.
    public var entrants: [OrderDraw.Entrant] {
        members.enumerated()
            .compactMap { seat, member in
                member.map { OrderDraw.Entrant(entry: $0.entry, seat: Seat(seat), entropy: $0.entropy) }
            }
            .sorted { $0.entry < $1.entry }
    }
}
