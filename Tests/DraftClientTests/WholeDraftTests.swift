import Draft
import DraftClient
import DraftLedger
import LedgerTesting
import Testing

/// Rooms that are drafted to their end by clients, whatever happens to the network.
@Suite struct WholeDraftTests {
    /// All of a room's members draft at once; each comes back with what was shown to it.
    private func draft(
        _ room: DraftRoom.ID, _ clients: [DraftClient],
        before act: @escaping @Sendable (DraftRoom) async throws -> Void = { _ in }
    ) async throws -> [Drafter] {
        try await withThrowingTaskGroup(of: Drafter.self) { group in
            for client in clients {
                group.addTask {
                    var drafter = Drafter(client)
                    try await drafter.draft(room, before: act)
                    return drafter
                }
            }
            var drafters: [Drafter] = []
            for try await drafter in group { drafters.append(drafter) }
            return drafters
        }
    }

    /// What the ledger has, pick by pick.
    private func board(of room: DraftRoom.ID, in house: ClientHouse) throws -> [String] {
        try house.ledger.room(RoomID(try #require(UInt64(room))))?.board.map { placed in
            "\(placed.number) 1-\(placed.pick.player ?? 0)"
        } ?? []
    }

    private func line(_ pick: DraftPick) -> String { "\(pick.pickNumber) \(pick.player.id)" }

    @Test(arguments: Carrier.allCases)
    func aWholeRoomIsDraftedBySeveralClients(over carrier: Carrier) async throws {
        let house = try await ClientHouse(teams: 4, rounds: 3)
        let clients = try carrier.clients(4, of: house)
        let room = try await house.begin(clients)
        let drafters = try await draft(room, clients)
        let board = try board(of: room, in: house)
        #expect(board.count == 12)
        for drafter in drafters {
            #expect(drafter.shown.map(line) == board && drafter.last?.picks.map(line) == board)
            #expect(drafter.last?.status == .complete && drafter.last?.onTheClock == nil)
            let me = try #require(drafter.last?.me)
            #expect(drafter.last?.roster(of: me.id).count == 3)
        }
        try await house.stop()
    }

    @Test(arguments: Carrier.allCases)
    func aNetworkThatFailsAndAServerThatRestartsMakeNoPickTwiceAndLoseNone(over carrier: Carrier) async throws {
        let house = try await ClientHouse(teams: 2, rounds: 6)
        let clients = try carrier.clients(2, of: house)
        let room = try await house.begin(clients)
        let proxy = house.proxy
        let drafters = try await draft(room, clients) { room in
            switch room.currentPickNumber {
            case 2, 7: proxy.cut()
            case 3, 9: proxy.loseAnswers(2)
            case 5: try await house.restart()
            default: break
            }
        }
        let board = try board(of: room, in: house)
        #expect(board.count == 12)
        for drafter in drafters {
            #expect(drafter.shown.map(line) == board)
            // Who waits for the restarted server does not notice the cut that follows.
            #expect(drafter.timesOffline >= 2 && drafter.timesOnline >= 2)
        }
        let refusals = try house.temporary.events.filter { if case .commandRejected = $0.event { true } else { false } }
        #expect(refusals.isEmpty)
        try await house.stop()
    }

    @Test(arguments: Carrier.allCases) func aStreamEndsWithTheTaskThatReadsIt(over carrier: Carrier) async throws {
        let house = try await ClientHouse()
        let clients = try carrier.clients(2, of: house)
        let room = try await house.begin(clients)
        let reading = Task {
            for try await _ in clients[0].updates(of: room) {}
        }
        while house.proxy.streams == 0 { try await Task.sleep(for: .milliseconds(10)) }
        reading.cancel()
        await #expect(throws: DraftClientError.self) { try await reading.value }
        while house.proxy.streams > 0 { try await Task.sleep(for: .milliseconds(10)) }
        // Whoever has seen enough leaves nothing behind either.
        for try await _ in clients[0].updates(of: room) { break }
        while house.proxy.streams > 0 { try await Task.sleep(for: .milliseconds(10)) }
        try await house.stop()
    }

    @Test(arguments: Carrier.allCases) func aCancelledPickEndsAtOnce(over carrier: Carrier) async throws {
        let house = try await ClientHouse()
        let clients = try carrier.clients(2, of: house)
        let id = try await house.begin(clients)
        let room = try await clients[0].room(id)
        let players = try await clients[0].players(of: room)
        house.proxy.loseAnswers(1_000_000)
        let picking = Task { try await clients[0].pick(players[0], in: room, within: .seconds(600)) }
        try await Task.sleep(for: .milliseconds(100))
        picking.cancel()
        await #expect { try await picking.value } throws: { error in
            if case DraftClientError.cancelled = error { true } else { false }
        }
        try await house.stop()
    }

    @Test(arguments: Carrier.allCases) func aRoomThatIsNotTheViewersIsSaidToBe(over carrier: Carrier) async throws {
        let house = try await ClientHouse()
        let clients = try carrier.clients(2, of: house)
        let room = try await house.begin(clients)
        let other = try house.client("otto", over: carrier)
        await #expect { try await other.room(room) } throws: { error in
            (error as? DraftClientError)?.problem?.code == .forbidden
        }
        await #expect { for try await _ in other.updates(of: room) {} } throws: { error in
            (error as? DraftClientError)?.problem?.code == .forbidden
        }
        await #expect { try await other.room("77") } throws: { error in
            (error as? DraftClientError)?.problem?.code == .notFound
        }
        try await house.stop()
    }
}
