import TextFormats

/// A message of a client: the games that it wants to follow, or not to follow any more.
struct LiveRequest: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable { case subscribe, unsubscribe }

    var kind: Kind
    /// As the client writes them, each once.
    var games: [String]

    /// A fault of a message: what is wrong, and what to send.
    struct Fault: Error, Hashable {
        var code: BetProblem.Code
        var message: String
        var games: [String] = []

        /// The message for the client.
        var text: String {
            var json: JSON = ["type": "error", "code": .of(code.rawValue), "message": .of(message)]
            if !games.isEmpty { json = json.adding(["gameIds": .of(games)]) }
            return json.compact
        }
    }

    private static let expected = #"Send {"type":"subscribe","gameIds":["0022400123"]}."#
    private static let longestGame = 32

    /// Reads a message.
    ///
    /// - Throws: `Fault` with the first thing that is wrong.
    init(_ bytes: [UInt8]) throws(Fault) {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            throw Fault(code: .validationError, message: "The message is not JSON. \(Self.expected)")
        }
        guard root.kind == .object else {
            throw Fault(code: .validationError, message: "The message is not an object. \(Self.expected)")
        }
        guard let kind = root["type"]?.string.flatMap(Kind.init) else {
            let found = root["type"]?.excerpt ?? "missing"
            throw Fault(code: .validationError, message: "'type' is \(found). \(Self.expected)")
        }
        guard let list = root["gameIds"], list.kind == .array else {
            throw Fault(code: .validationError, message: "'gameIds' is not an array. \(Self.expected)")
        }
        let names = list.elements.compactMap(\.string)
        guard names.count == list.elements.count, names.allSatisfy({ $0.utf8.count <= Self.longestGame }) else {
            throw Fault(code: .validationError, message: "'gameIds' has something else than texts. \(Self.expected)")
        }
        try self.init(kind, games: names)
    }

    /// - Throws: `Fault` for no game, and for more than a client may follow.
    init(_ kind: Kind, games: [String]) throws(Fault) {
        var seen: Set<String> = []
        let games = games.filter { seen.insert($0).inserted }
        guard (1...LiveClient.mostGames).contains(games.count) else {
            throw Fault(
                code: .validationError,
                message: "There are \(games.count) games: name 1 to \(LiveClient.mostGames) of them.")
        }
        (self.kind, self.games) = (kind, games)
    }

    /// Does what the message asks for.
    ///
    /// - Throws: `Fault` for games that the ledger does not have, and for more games than a client may follow.
    func apply(to client: LiveClient, in hub: LiveHub) throws {
        switch kind {
        case .subscribe:
            guard client.hasRoom(for: games) else {
                throw Fault(
                    code: .validationError,
                    message: "You would follow more than \(LiveClient.mostGames) games. Unsubscribe some first.")
            }
            let unknown = try hub.follow(games, by: client)
            guard unknown.isEmpty else {
                throw Fault(code: .notFound, message: "There are games that do not exist.", games: unknown)
            }
        case .unsubscribe: hub.unfollow(games, by: client)
        }
    }
}
