import DraftTesting
import Testing

@testable import Draft  // the draw of one number

@Suite struct OrderDrawTests {
    /// Computed with Python's `hmac` from the layout in `OrderDraw`; anybody can do it again:
    ///
    /// ```
    /// key = hmac.new(bytes(range(32)), pack('>Q', 42) + b''.join(pack('>Q', 42 << 16 | j) for j in joins), sha256).digest()
    /// for i in range(11, 0, -1): x = int.from_bytes(hmac.new(key, pack('>Q', c), sha256).digest()[:8], 'big') …
    /// ```
    ///
    /// The fourth to join left again; the seat went to the last.
    @Test func thePublishedExample() throws {
        let secret = try #require(Digest256(bytes: 0..<32))
        let joins: [UInt16] = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]
        let seats: [Seat] = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 3]
        let entrants = zip(joins, seats).map { join, seat in
            OrderDraw.Entrant(entry: EntryID(room: 42, join: join), seat: seat)
        }
        let cryptography = ReferenceCryptography(secret: secret)
        let order = OrderDraw.seats(secret: secret, room: 42, entrants: entrants, cryptography: cryptography)
        #expect(order == [3, 1, 0, 8, 4, 10, 2, 7, 11, 5, 6, 9])
        let commitment = OrderDraw.commitment(to: secret, cryptography: cryptography)
        #expect(commitment.bytes.prefix(4) == [0x63, 0x0D, 0xCD, 0x29])
    }

    /// The same, each member bringing 16 bytes; and once more with members 4, 8 and 12 bringing none, and the fifth and the
    /// tenth the SHA-256 that stands for what they have not revealed. Computed as above, the bytes appended to the message.
    @Test func thePublishedExampleWithWhatMembersBring() throws {
        let secret = try #require(Digest256(bytes: 0..<32))
        let cryptography = ReferenceCryptography(secret: secret)
        let joins: [UInt16] = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13]
        let seats: [Seat] = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 3]
        func order(_ brought: (Int) -> [UInt8]) -> [Seat] {
            let entrants = joins.indices.map {
                OrderDraw.Entrant(entry: EntryID(room: 42, join: joins[$0]), seat: seats[$0], entropy: brought($0))
            }
            return OrderDraw.seats(secret: secret, room: 42, entrants: entrants, cryptography: cryptography)
        }
        func bytes(_ member: Int) -> [UInt8] { (0..<16).map { UInt8(member * 16 + $0) } }
        #expect(order { _ in [] } == [3, 1, 0, 8, 4, 10, 2, 7, 11, 5, 6, 9])
        #expect(order(bytes) == [11, 4, 2, 7, 5, 3, 8, 10, 1, 9, 0, 6])
        let mixed = order { $0 % 4 == 3 ? [] : $0 % 5 == 4 ? cryptography.sha256(bytes($0)).bytes : bytes($0) }
        #expect(mixed == [0, 6, 2, 7, 5, 9, 10, 8, 1, 4, 11, 3])
    }

    /// What it committed to is what it reveals.
    @Test func whatARoomRevealsDrawsTheSameOrderAgain() throws {
        for teams in Ruleset.allowedTeams {
            let room = House.full(.fast(teams: teams, rounds: 1)).room
            let secret = try #require(room.secret)
            let again = OrderDraw.seats(
                secret: secret, room: room.id, entrants: room.entrants, cryptography: FakeCryptography())
            #expect(again == room.seatOfSlot)
            #expect(again.sorted() == Array(0..<teams))
            #expect(room.commitment == FakeCryptography().sha256(secret.bytes))
            for (slot, seat) in again.enumerated() { #expect(room.member(at: seat)?.slot == Slot(slot)) }
        }
    }

    @Test func anotherSecretRoomOrEntryDrawsAnotherOrder() {
        let entrants = (0..<12).map { OrderDraw.Entrant(entry: EntryID(room: 7, join: $0 + 1), seat: Seat($0)) }
        func order(_ secret: UInt64, _ room: RoomID, _ entrants: [OrderDraw.Entrant]) -> [Seat] {
            OrderDraw.seats(
                secret: Digest256(words: (0, 0, 0, secret)), room: room, entrants: entrants,
                cryptography: FakeCryptography())
        }
        var changed = entrants
        changed[11].entry = EntryID(room: 7, join: 13)
        let orders = [order(1, 7, entrants), order(2, 7, entrants), order(1, 8, entrants), order(1, 7, changed)]
        #expect(Set(orders).count == orders.count)
    }

    @Test func overManyRoomsEverySeatGetsEverySlotAboutAsOften() {
        let (teams, rooms) = (6, 6_000)
        let entrants = (0..<teams).map { OrderDraw.Entrant(entry: EntryID(UInt64($0)), seat: Seat($0)) }
        var counts = Array(repeating: Array(repeating: 0, count: teams), count: teams)
        for room in 0..<rooms {
            let order = OrderDraw.seats(
                secret: Digest256(words: (1, 2, 3, 4)), room: RoomID(UInt64(room)), entrants: entrants,
                cryptography: FakeCryptography())
            for (slot, seat) in order.enumerated() { counts[slot][Int(seat)] += 1 }
        }
        // Expected 1000 with a standard deviation of 29: five of them are never left by chance.
        for count in counts.joined() { #expect((850...1150).contains(count)) }
    }

    @Test func aWordFromTheIncompleteLastRoundIsRejectedAndTheNextOneTaken() {
        // 2^64 = 3 * 6148914691236517205 + 1: only the greatest word is one too many.
        var words: [UInt64] = [.max, .max, .max - 1, 5]
        let next = { words.removeFirst() }
        #expect(OrderDraw.uniform(below: 3, next: next) == (UInt64.max - 1) % 3)
        #expect(words == [5])
        // A power of two divides 2^64: nothing is rejected.
        var top: [UInt64] = [.max]
        #expect(OrderDraw.uniform(below: 16, next: { top.removeFirst() }) == 15)
    }
}
