import Platform
import TextFormats

/// The kinds of live data, each with an address of its own.
enum LiveTopic: String, CaseIterable, Sendable {
    case scores, odds

    var path: String { "/v1/live/\(rawValue)" }
}

/// The messages about one game as it is now.
struct LiveState: Hashable, Sendable {
    /// One message of a game, such as its score.
    struct Message: Hashable, Sendable {
        /// The member `type`.
        var type: String
        /// The whole message as JSON on one line.
        var text: String

        /// - Parameter members: what the message has besides its type.
        init(_ type: String, _ members: JSON) {
            self.type = type
            text = (["type": .of(type)] as JSON).adding(members).compact
        }
    }

    /// The number of events in the ledger when the state was read: a greater one is newer.
    var size: UInt64
    var messages: [Message]
}

/// Distributes the changes of games to the clients that follow them.
///
/// A game's state is read once for each change, however many clients follow it, and no state of a game that has no
/// followers is kept.
final class LiveHub: Sendable {
    private struct Key: Hashable {
        var topic: LiveTopic
        var game: String
    }

    private struct State {
        var followers: [Key: [ObjectIdentifier: LiveClient]] = [:]
        /// The number of games that each client follows.
        var counts: [ObjectIdentifier: Int] = [:]
        var isOver = false

        mutating func add(_ client: LiveClient, to key: Key) {
            let id = ObjectIdentifier(client)
            guard followers[key, default: [:]].updateValue(client, forKey: id) == nil else { return }
            counts[id, default: 0] += 1
        }

        mutating func remove(_ client: LiveClient, from key: Key) {
            let id = ObjectIdentifier(client)
            guard followers[key]?.removeValue(forKey: id) != nil else { return }
            if followers[key]?.isEmpty == true { followers[key] = nil }
            let left = counts[id, default: 1] - 1
            counts[id] = left > 0 ? left : nil
        }
    }

    private let state = Guarded(State())
    private let read: @Sendable (LiveTopic, String) throws -> LiveState?

    /// - Parameter read: reads the state of a game; nil for a game that the ledger does not have.
    init(_ read: @escaping @Sendable (LiveTopic, String) throws -> LiveState?) { self.read = read }

    /// The number of clients that follow at least one game.
    var clientCount: Int { state.withLock { $0.counts.count } }

    /// Lets a client follow games, up to ``LiveClient/mostGames`` of them. It gets their current state.
    ///
    /// - Returns: the games that the ledger does not have, and which the client does not follow.
    /// - Throws: what reading throws.
    func follow(_ games: [String], by client: LiveClient) throws -> [String] {
        var unknown: [String] = []
        for game in games {
            let key = Key(topic: client.topic, game: game)
            client.begin(game)
            // First the subscription, so that no change is missed between the two.
            let isOver = state.withLock { state in
                if !state.isOver { state.add(client, to: key) }
                return state.isOver
            }
            if isOver {
                client.end()
                return []
            }
            if let current = try read(client.topic, game) {
                client.offer(current, of: game)
            } else {
                unknown.append(game)
                unfollow([game], by: client)
            }
        }
        return unknown
    }

    func unfollow(_ games: [String], by client: LiveClient) {
        for game in games {
            state.withLock { $0.remove(client, from: Key(topic: client.topic, game: game)) }
            client.forget(game)
        }
    }

    /// Removes a client that has disconnected.
    func leave(_ client: LiveClient) { unfollow(client.games, by: client) }

    /// Tells the followers of a game that it has changed.
    ///
    /// - Throws: what reading throws.
    func changed(_ game: String) throws {
        for topic in LiveTopic.allCases {
            let followers = state.withLock { $0.followers[Key(topic: topic, game: game)] } ?? [:]
            guard !followers.isEmpty, let current = try read(topic, game) else { continue }
            for client in followers.values { client.offer(current, of: game) }
        }
    }

    /// Ends all clients, and each one that comes later: the server stops.
    func endAll() {
        let clients = state.withLock { state in
            state.isOver = true
            return state.followers.values.flatMap(\.values)
        }
        for client in clients { client.end() }
    }
}

/// A client that follows games, with what it was not told yet.
///
/// A client that reads slowly has at most one state of each game here: the newest. The steps between are in the ledger.
final class LiveClient: Sendable {
    private struct Game {
        /// The messages that the client was told last.
        var told: [LiveState.Message] = []
        /// The newest state.
        var newest: LiveState?
        var isWaiting = false
    }

    private struct State {
        var games: [String: Game] = [:]
        /// Games with news, in the order of their first change.
        var waiting: [String] = []
        var isOver = false
    }

    /// The maximum number of games that a client follows.
    static let mostGames = 100

    let topic: LiveTopic
    private let state = Guarded(State())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: called when there is news after there was none, and when the client is to end; from any thread.
    init(_ topic: LiveTopic, wake: @escaping @Sendable () -> Void) { (self.topic, self.wake) = (topic, wake) }

    var games: [String] { state.withLock { Array($0.games.keys) } }

    /// Whether the client is to end, because the server stops.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Whether the client may follow more games.
    func hasRoom(for games: [String]) -> Bool {
        state.withLock { Set($0.games.keys).union(games).count <= Self.mostGames }
    }

    /// Makes a game one of those that the client follows. It is told everything about it again.
    func begin(_ game: String) {
        state.withLock { state in
            let isWaiting = state.games[game]?.isWaiting ?? false
            state.games[game] = Game(newest: state.games[game]?.newest, isWaiting: isWaiting)
        }
    }

    /// Takes the newest state of a game that the client follows.
    func offer(_ current: LiveState, of game: String) {
        let isFirst = state.withLock { state in
            guard var known = state.games[game] else { return false }
            if let newest = known.newest, newest.size > current.size { return false }
            known.newest = current
            let wasEmpty = state.waiting.isEmpty
            if !known.isWaiting { state.waiting.append(game) }
            known.isWaiting = true
            state.games[game] = known
            return wasEmpty
        }
        if isFirst { wake() }
    }

    func forget(_ game: String) {
        state.withLock { state in
            state.games[game] = nil
            state.waiting.removeAll { $0 == game }
        }
    }

    /// Returns the messages that the client does not know: for each game those that differ from what it was told last.
    func take() -> [(size: UInt64, message: LiveState.Message)] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting.flatMap { name -> [(UInt64, LiveState.Message)] in
                guard var game = state.games[name], let newest = game.newest else { return [] }
                let news = newest.messages.filter { !game.told.contains($0) }
                (game.told, game.isWaiting) = (newest.messages, false)
                state.games[name] = game
                return news.map { (newest.size, $0) }
            }
        }
    }

    func end() {
        state.withLock { $0.isOver = true }
        wake()
    }
}
