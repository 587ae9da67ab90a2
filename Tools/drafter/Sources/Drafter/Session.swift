import DraftClient
import Foundation

/// One draft at the terminal: what the server tells and what is typed, one thing at a time.
actor Session {
    private let client: DraftClient
    private let id: DraftRoom.ID
    private let screen = Screen()
    private var room: DraftRoom?
    private var players: [Player] = []
    private var queue: DraftQueue?
    /// The notice above the prompt.
    private var notice = ""
    private var trouble: String?
    private var shownList: [Player] = []

    init(_ client: DraftClient, _ room: DraftRoom.ID) {
        self.client = client
        id = room
    }

    /// Returns when the draft is over, or the member has had enough.
    ///
    /// - Returns: whether it is over.
    func run() async throws -> Bool {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.follow() }
            group.addTask { try await self.listen() }
            group.addTask { try await self.tick() }
            // The first to end ends the others: the draft, or the typing.
            try await group.next()
            group.cancelAll()
            while let ended = await group.nextResult() {
                if case .failure(let error) = ended, !(error is CancellationError),
                    (error as? DraftClientError)?.isCancelled != true
                {
                    throw error
                }
            }
        }
        screen.end { columns, rows in view?.lines(width: columns, height: rows) ?? [] }
        return room?.status.isOver == true
    }

    // MARK: The room

    private func follow() async throws {
        for try await update in client.updates(of: id) {
            switch update {
            case .offline(let error, let pause):
                let seconds = max(1, Int(pause / .seconds(1)))
                trouble = "OFFLINE, again in \(seconds) s; this is what was known last. \(error)"
            case .online: trouble = nil
            case .room(let room, let news, _):
                trouble = nil
                try await take(room, news)
            }
            draw()
        }
    }

    private func take(_ room: DraftRoom, _ news: [DraftPick]) async throws {
        let (isFirst, wasMyTurn) = (self.room == nil, self.room?.isMyTurn == true)
        if players.isEmpty { players = try await client.players(of: room) }
        if queue == nil, room.me != nil { queue = try await client.queue(of: room) }
        self.room = room
        let taken = Set(news.map(\.player.id))
        queue?.players.removeAll { taken.contains($0.id) }
        if room.isMyTurn, !wasMyTurn { screen.ring() }
        guard !isFirst else { return }
        for pick in news {
            let who = room.participants.first { $0.id == pick.participantId }
            let how = Self.words(for: pick.source)
            let name = who?.isUser == true ? "you" : who?.username ?? "somebody"
            let label = room.label(of: pick.pickNumber)
            screen.say("\(label)  \(name): \(pick.player.name)" + (how.map { " (\($0))" } ?? ""))
            if who?.isUser == true, let how {
                notice = "You have \(pick.player.name) with pick \(label): \(how)."
            }
        }
    }

    /// Redraws while a clock runs.
    private func tick() async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            if room?.clock != nil || room?.countdownEndsAt != nil { draw() }
        }
    }

    private func draw() {
        guard let view else { return }
        screen.draw { columns, rows in view.lines(width: columns, height: rows) }
    }

    /// Nil before the room is here.
    private var view: BoardView? {
        room.map {
            BoardView(room: $0, queue: queue?.players ?? [], list: shownList, notice: notice, trouble: trouble)
        }
    }

    // MARK: What is typed

    private func listen() async throws {
        for await line in Screen.typedLines {
            screen.takeNewPrompt()
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let verb = words.first else { continue }
            // A script says what it wants at once.
            while room == nil, verb != "quit" { try await Task.sleep(for: .milliseconds(50)) }
            let rest = words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : ""
            if verb == "quit" { return }
            do {
                notice = try await obey(verb, rest)
            } catch let error as DraftClientError {
                if error.isCancelled { throw error }
                notice = Self.words(for: error)
            } catch let error as Wishes.Misused {
                notice = error.words
            }
            screen.say(notice)
            draw()
        }
        // Nothing more is typed; the draft is watched to its end.
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }

    private func obey(_ verb: String, _ rest: String) async throws -> String {
        guard let room else { return "The room is not here yet." }
        switch verb {
        case "pick":
            let pick = try await client.pick(try found(rest, in: room), in: room)
            return "You have \(pick.player.name) with pick \(room.label(of: pick.pickNumber))."
        case "queue" where rest.isEmpty: return "Your queue: \(Self.words(for: queue?.players ?? []))"
        case "queue", "unqueue", "top":
            var edited = try await client.queue(of: room)
            let player = try found(rest, in: room, among: verb == "queue" ? [] : edited.players)
            switch verb {
            case "queue": edited.add(player)
            case "unqueue": edited.remove(player.id)
            default:
                edited.add(player)
                edited.moveToTop(player.id)
            }
            queue = try await client.setQueue(edited, of: room)
            return "Your queue: \(Self.words(for: queue?.players ?? []))"
        case "auto":
            guard ["on", "off"].contains(rest) else { throw Wishes.Misused("auto on, or auto off?") }
            try await client.setAutodraft(rest == "on", in: room)
            return rest == "on" ? "The rules pick for you." : "You pick for yourself."
        case "list":
            let left = room.available(of: players)
            shownList = Array((rest.isEmpty ? left : left.filter { $0.position.text == rest.uppercased() }).prefix(15))
            return shownList.isEmpty ? "There is nobody left at '\(rest)'." : "pick 1 takes the first of the list."
        case "team":
            let own = room.me.map { room.roster(of: $0.id) } ?? []
            return "Your team: \(Self.words(for: own.map(\.player)))"
        default: throw Wishes.Misused("'\(verb)' is not understood: pick, queue, unqueue, top, auto, list, team, quit.")
        }
    }

    /// Returns the one player that a number of the list, a name or a part of a name means.
    ///
    /// - Parameter few: of whom a part of a name means the only one, whoever else is called so.
    private func found(_ words: String, in room: DraftRoom, among few: [Player] = []) throws -> Player {
        guard !words.isEmpty else { throw Wishes.Misused("Whom?") }
        let left = room.available(of: players)
        if let number = Int(words), shownList.indices.contains(number - 1) {
            let player = shownList[number - 1]
            guard left.contains(player) else { throw Wishes.Misused("\(player.name) is taken already.") }
            return player
        }
        if let exact = left.first(where: { $0.name.lowercased() == words.lowercased() }) { return exact }
        let known = few.filter { $0.name.localizedCaseInsensitiveContains(words) }
        if known.count == 1 { return known[0] }
        let some = left.filter { $0.name.localizedCaseInsensitiveContains(words) }
        guard let only = some.first else {
            let isTaken = room.picks.contains { $0.player.name.localizedCaseInsensitiveContains(words) }
            throw Wishes.Misused(isTaken ? "'\(words)' is taken already." : "There is nobody left called '\(words)'.")
        }
        guard some.count == 1 else {
            let names = some.prefix(5).map(\.name) + (some.count > 5 ? ["\(some.count - 5) more"] : [])
            throw Wishes.Misused("'\(words)' could be \(names.joined(separator: ", ")): say more of the name.")
        }
        return only
    }

    /// How somebody came to a player; nil for by hand.
    private static func words(for source: PickSource?) -> String? {
        switch source {
        case .manual, nil: nil
        case .queue: "the rules picked from the queue"
        case .rankings: "the rules picked from the rankings"
        case .adp: "the rules picked by ADP"
        case .fallback: "the rules picked of whoever was left"
        case .corrected: "a correction"
        case .unknown(let name): name
        }
    }

    private static func words(for players: [Player]) -> String {
        players.isEmpty ? "nobody." : players.map { "\($0.name) \($0.position.text)" }.joined(separator: ", ") + "."
    }

    private static func words(for error: DraftClientError) -> String {
        guard let problem = error.problem, let margin = problem.margin, margin < .zero else { return "\(error)" }
        return "\(error) It came \(-(margin / .seconds(1))) s too late."
    }
}

extension DraftClientError {
    var isCancelled: Bool { if case .cancelled = self { true } else { false } }
}
