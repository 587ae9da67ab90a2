import DraftClient
import Foundation
import Synchronization

/// A server that answers a client with the pieces of one input, one after the other.
///
/// An input is the number of a conversation and its answers, which the byte 0x1E separates. The first line of each is its
/// status and perhaps one header, as in `429 retry-after: 1`.
final class HostileServer: Transport {
    private struct Silent: Error {}

    private let answers: Mutex<[[UInt8]]>

    private init(_ answers: [[UInt8]]) { self.answers = Mutex(answers) }

    func answer(to request: TransportRequest) async throws -> TransportAnswer {
        let (status, headers, body) = try next()
        return TransportAnswer(status: status, headers: headers, body: body)
    }

    func stream(_ request: TransportRequest) async throws -> TransportStream {
        let (status, headers, body) = try next()
        let (pieces, source) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
        // In pieces, so that messages lie across their ends.
        for start in stride(from: 0, to: body.count, by: 61) {
            source.yield(Array(body[start..<min(start + 61, body.count)]))
        }
        source.finish()
        return TransportStream(status: status, headers: headers, body: pieces)
    }

    private func next() throws -> (status: Int, headers: [String: String], body: [UInt8]) {
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw Silent() }
        let line = String(decoding: answer.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 1)
        let header = words.count > 1 ? words[1].split(separator: ":", maxSplits: 1) : []
        let headers = header.count == 2 ? [header[0].lowercased(): header[1].trimmingCharacters(in: .whitespaces)] : [:]
        return (words.first.flatMap { Int($0) } ?? 200, headers, Array(answer.dropFirst(line.utf8.count + 1)))
    }

    // MARK: Conversations

    /// Has a client talk to a server that answers so.
    static func read(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let answers = bytes.dropFirst().split(separator: 0x1E, omittingEmptySubsequences: false).map { Array($0) }
        let server = HostileServer(answers)
        var options = DraftClient.Options()
        (options.readAttempts, options.commandTime) = (1, .zero)
        (options.firstPause, options.longestPause) = (.zero, .zero)
        let device = try DraftClient.Device(
            key: SoftwareKey(.ed25519, secret: [UInt8](repeating: 7, count: 32)), store: MemoryDeviceStore())
        let client = try DraftClient(
            "http://localhost:1", device: first & 1 == 0 ? nil : device, options: options, transport: server,
            tokens: { _ in "token" })
        try waiting { try await talk(client, about: first >> 1) }
    }

    private static func talk(_ client: DraftClient, about topic: UInt8) async throws {
        switch topic % 8 {
        case 0: try await look(at: try await client.room("1"), with: client)
        case 1: try await follow(client)
        case 2:
            for contest in try await client.tournaments() { _ = try await client.join(contest) }
        case 3:
            _ = try await client.teams()
            _ = try await client.exposure()
        case 4:
            _ = try await client.user()
            _ = try await client.balance()
            _ = try await client.transactions()
            _ = try await client.profile()
        case 5: _ = try await client.drafts()
        case 6:
            try await client.enrol()
            try await client.revealEntropy(in: "1")
        default:
            _ = try await client.players()
            _ = try await client.setAlerts(DraftAlerts())
        }
    }

    private static func follow(_ client: DraftClient) async throws {
        for try await update in client.updates(of: "1") {
            guard case .room(let room, _, _) = update else {
                // The pause that the server asks for is not waited for.
                if case .offline = update { return }
                continue
            }
            show(room)
        }
    }

    private static func look(at room: DraftRoom, with client: DraftClient) async throws {
        show(room)
        if let player = room.picks.first?.player {
            _ = try await client.pick(player, in: room)
        }
        var queue = try await client.queue(of: room)
        queue.move(from: 1, to: 0)
        _ = try await client.setQueue(queue, of: room)
        try await client.setAutodraft(true, in: room)
    }

    /// All that a page shows of a room.
    private static func show(_ room: DraftRoom) {
        _ = (room.me, room.onTheClock, room.isMyTurn, room.picksAway, room.timeLeft()?.untilDeadline)
        for pick in room.picks { _ = room.label(of: pick.pickNumber) }
        for number in [0, 1, room.currentPickNumber, room.totalPicks, .max, .min] {
            _ = (room.participantIndex(for: number), room.participant(for: number), room.label(of: number))
        }
        for participant in room.participants { _ = room.roster(of: participant.id) }
        _ = room.available(of: room.picks.map(\.player))
    }
}
