import Draft
import DraftLedger
import LMDB
import Ledger
import Merkle
import Records

/// The whole life of a ledger, from its creation on, told step by step on standard output: what is to be there whatever
/// happens to the power.
///
/// - `created KEY`: the ledger is there, and this key verifies its checkpoints.
/// - `stored SIZE`: so many events are.
/// - `published SIZE`: so is a checkpoint of that size.
/// - `key KEY`: this is the key from now on.
/// - `receipts`, `reports`: so are the keys for those.
/// - `error full|failed MESSAGE`: a step has failed and is tried again, on a ledger that is opened anew unless it only
///   found no room.
///
/// A life that was cut off is lived again from the beginning: commands have the same ids and are not carried out twice.
struct Life {
    let path: String
    let durability: Environment.Durability
    /// Says what is stored before it is: a mistake, to be found.
    let saysTooEarly: Bool
    /// How many commands each of the senders sends.
    let length: UInt64

    private static let users: UInt64 = 6
    /// Tries of a step before giving up.
    fileprivate static let patience = 12

    func live() async throws {
        let house = House(life: self)
        try await house.attempt { ledger in
            CrashWriter.report("created \(try ledger.verifierKey().text)")
        }
        for (number, (command, actor)) in Self.beginning.enumerated() {
            try await house.send(command, as: actor, number: UInt64(number), sender: 0)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for user in 1...Self.users {
                group.addTask { try await house.play(as: UserID(user)) }
            }
            group.addTask {
                for _ in 0..<(length / 2) {
                    try await house.attempt { try $0.catchUp() }
                    try await house.publish()
                }
            }
            try await group.waitForAll()
        }
        try await house.attempt { ledger in
            _ = try ledger.receiptSigner()
            CrashWriter.report("receipts")
            _ = try ledger.reportKey()
            CrashWriter.report("reports")
        }
        for number in 0..<length {
            try await house.append(number)
            if number.isMultiple(of: 4) { try await house.publish() }
        }
        for _ in 0..<2 {
            try await house.attempt { ledger in
                CrashWriter.report("key \(try ledger.rotateCheckpointKey().text)")
            }
            try await house.append(length)
            try await house.publish()
        }
        await house.close()
        // Opened once more, as after any end.
        try await house.append(length + 1)
        await house.close()
    }

    private static let beginning: [(Command, Sender)] = {
        let players = (0..<12 as Range<PlayerIndex>).map { index in
            PlayerListing(
                index: index, position: .wideReceiver, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil,
                externalID: "", name: "Player \(index)", team: "")
        }
        let contest = TournamentCreated(
            pool: 1, entryFee: Cents(100), maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
            ruleset: .fast(teams: 4, rounds: 2), prizes: [], title: "Power", externalID: "")
        return [
            (.pool(1, .publishPool(PublishPool(externalID: "", title: "Power", players: players))), .admin(nil)),
            (.tournament(1, .createTournament(contest)), .admin(nil)),
        ] + (1...users).map { (.user(UserID($0), .registerUser), .user(UserID($0))) }
    }()
}

/// The ledger of a life, shared by whoever lives in it, and opened anew when it has failed.
private actor House {
    private let life: Life
    private var ledger: DraftLedger?
    /// How many are at a step: a ledger is not closed under them.
    private var inside = 0
    private var isFailed = false

    init(life: Life) { self.life = life }

    func play(as user: UserID) async throws {
        for number in 0..<life.length {
            let command: Command =
                number.isMultiple(of: 3)
                ? .wallet(user, .recordDeposit(amount: Cents(2_000), provider: "bank", reference: "\(number)"))
                : .wallet(user, .joinTournament(1, entries: 2))
            let actor: Sender = number.isMultiple(of: 3) ? .provider(onBehalfOf: user) : .user(user)
            try await send(command, as: actor, number: number, sender: user.number)
        }
    }

    func send(_ command: Command, as actor: Sender, number: UInt64, sender: UInt64) async throws {
        let id = Request(run: 1, sender: sender, number: number, size: 0).id
        try await attempt { ledger in
            switch try await ledger.send(command, as: actor, id: id) {
            case .accepted(let events, _): Self.say(stored: events.last.map(\.position))
            case .refused(_, let record, _): Self.say(stored: record?.position)
            }
        }
    }

    func append(_ number: UInt64) async throws {
        let events = (0...(number % 7)).map { index in
            PendingEvent(
                stream: .user(UserID(1_000 + index)),
                event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)),
                origin: CommandOrigin(
                    occurredAt: nil, actor: .importer,
                    commandID: Request(run: 2, sender: Request.firstAppender, number: number, size: 0).id))
        }
        try await attempt { [life] ledger in
            if life.saysTooEarly { Self.say(stored: try ledger.size + UInt64(events.count) - 1) }
            Self.say(stored: try ledger.append(events).last)
        }
    }

    func publish() async throws {
        try await attempt { CrashWriter.report("published \(try $0.publishCheckpoint().unverified.size)") }
    }

    private static func say(stored position: UInt64?) {
        if let position { CrashWriter.report("stored \(position + 1)") }
    }

    /// Carries a step out, on a ledger that is opened anew where one has failed.
    func attempt(_ step: @Sendable (DraftLedger) async throws -> Void) async throws {
        for _ in 0..<Life.patience {
            do {
                let ledger = try await enter()
                defer { inside -= 1 }
                try await step(ledger)
                return
            } catch let error as DraftLedgerError {
                CrashWriter.report("error \(error.code == .diskFull ? "full" : "failed") \(error.message)")
                if error.code != .diskFull { isFailed = true }
            }
        }
        throw GivenUp()
    }

    struct GivenUp: Error {}

    private func enter() async throws -> DraftLedger {
        while isFailed, inside > 0 { try await Task.sleep(for: .milliseconds(1)) }
        if isFailed { close() }
        if let ledger {
            inside += 1
            return ledger
        }
        let opened = try open()
        ledger = opened
        inside += 1
        return opened
    }

    private func open() throws -> DraftLedger {
        do {
            let ledger = try openForWriting()
            if try ledger.size > 0 { return ledger }
            ledger.close()
        } catch {
            // Nothing is there yet, or what a creation has left that was cut short.
            guard [.noSuchLedger, .notALedger, .damaged].contains(error.code) else { throw error }
        }
        try DraftLedger.create(at: life.path, origin: "powercut.test/drafts").close()
        return try openForWriting()
    }

    private func openForWriting() throws(DraftLedgerError) -> DraftLedger {
        try DraftLedger.open(at: life.path, for: .writing, durability: life.durability, by: Ledger.Options.systemClock)
    }

    func close() {
        ledger?.close()
        ledger = nil
        isFailed = false
    }
}
