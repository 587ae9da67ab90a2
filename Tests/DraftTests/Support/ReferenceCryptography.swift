import Draft

/// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) as their standards write them down, for the one example of a draw that
/// strangers can redo. Slow, and for tests only.
struct ReferenceCryptography: DraftCryptography {
    let secret: Digest256

    func drawSecret(of room: RoomID) -> Digest256 { secret }

    func podSecret(of tournament: TournamentID, round: UInt8, of rounds: UInt8) -> Digest256 {
        PodDraw.secret(from: secret, round: round, of: rounds, cryptography: self)
    }

    func autopickSalt(of room: RoomID, pick: PickNumber) -> Digest256? {
        hmacSHA256(key: secret.bytes, message: PassedOver.saltInput(of: room, pick: pick))
    }

    func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256 {
        let short = key.count > 64 ? sha256(key).bytes : key
        let block = short + Array(repeating: 0, count: 64 - short.count)
        return sha256(block.map { $0 ^ 0x5C } + sha256(block.map { $0 ^ 0x36 } + message).bytes)
    }

    func sha256(_ message: [UInt8]) -> Digest256 {
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        padded += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> (56 - 8 * $0)) }
        var hash = Self.fractions(of: 8, root: 2)
        for start in stride(from: 0, to: padded.count, by: 64) {
            Self.compress(Array(padded[start..<start + 64]), into: &hash)
        }
        let bytes = hash.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
        return Digest256(bytes: bytes) ?? .zero
    }

    private static let constants = fractions(of: 64, root: 3)

    private static func compress(_ block: [UInt8], into hash: inout [UInt32]) {
        var schedule = stride(from: 0, to: 64, by: 4).map { at in
            block[at..<at + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
            let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
            schedule.append(schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1)
        }
        var work = hash
        for index in 0..<64 {
            let sum1 = rotated(work[4], 6) ^ rotated(work[4], 11) ^ rotated(work[4], 25)
            let choice = (work[4] & work[5]) ^ (~work[4] & work[6])
            let first = work[7] &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
            let sum0 = rotated(work[0], 2) ^ rotated(work[0], 13) ^ rotated(work[0], 22)
            let majority = (work[0] & work[1]) ^ (work[0] & work[2]) ^ (work[1] & work[2])
            work = [first &+ sum0 &+ majority] + work[0..<7]
            work[4] = work[4] &+ first
        }
        for index in hash.indices { hash[index] = hash[index] &+ work[index] }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 bits of the fractional parts of the square or cube roots of the first primes.
    private static func fractions(of count: Int, root: Int) -> [UInt32] {
        let primes = (2...).lazy.filter { number in !(2..<number).contains { number % $0 == 0 } }.prefix(count)
        return primes.map { prime in
            let root = root == 2 ? Double(prime).squareRoot() : cubeRoot(of: Double(prime))
            return UInt32((root - root.rounded(.down)) * 4_294_967_296)
        }
    }

    /// Newton's method; converges to the last bit but one, and 21 of the 53 bits are not needed.
    private static func cubeRoot(of number: Double) -> Double {
        var root = number
        for _ in 0..<100 { root -= (root * root * root - number) / (3 * root * root) }
        return root
    }
}
