import Draft
import DraftLedger
import LedgerTesting
import Records
import TestSupport
import Testing

/// Whatever a decision comes to can be stored and read again: no accepted command may leave a record that is not.
@Suite(.seeded) struct ExtremeCommandTests {
    @Test(arguments: 0..<24 as Range<UInt64>)
    func whatIsAcceptedComesBackAsItWasDecided(seed: UInt64) throws {
        var play = ExtremePlay(seed: seed)
        for _ in 0..<1_500 { try play.step() }
        #expect(play.accepted > 40, "seed \(seed)")
        #expect(play.refused > 60, "seed \(seed)")
    }
}

/// A house in memory whose every event goes through its record.
private struct ExtremePlay {
    private let seed: UInt64
    private var commands: ExtremeCommands
    private var state = LedgerState()
    private var heads: [StreamKey: RecordedEvent] = [:]
    private var size: UInt64 = 0
    private var now = Timestamp(microseconds: 1_000_000)
    private var writer = RecordWriter()
    private(set) var accepted = 0
    private(set) var refused = 0

    init(seed: UInt64) {
        self.seed = seed
        commands = ExtremeCommands(seed: seed)
        let players = (0..<20).map { index in
            PlayerListing(
                index: index, position: .runningBack, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil,
                externalID: "", name: "Player \(index)", team: "")
        }
        let contest = TournamentCreated(
            pool: 1, entryFee: Cents(100), maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
            ruleset: .fast(teams: 2, rounds: 3), prizes: [], title: "Contest", externalID: "")
        try? send(.pool(1, .publishPool(PublishPool(externalID: "", title: "", players: players))), .admin(nil))
        try? send(.tournament(1, .createTournament(contest)), .admin(nil))
        for user in [1, 2, 3] as [UserID] {
            try? send(.user(user, .registerUser), .user(user))
            let deposit = Command.wallet(
                user, .recordDeposit(amount: Cents(10_000), provider: "bank", reference: "d\(user)"))
            try? send(deposit, .provider(onBehalfOf: user))
        }
        for user in [1, 2] as [UserID] { try? send(.wallet(user, .joinTournament(1, entries: 1)), .user(user)) }
        now = now + .seconds(60)
        try? send(.room(1, .startDraft), .scheduler)
    }

    mutating func step() throws {
        now = now + .milliseconds(Int64.random(in: 0...2_000, using: &commands.generator))
        try send(commands.command(), commands.actor())
    }

    private mutating func send(_ command: Command, _ actor: Sender) throws {
        let time = commands.chance(of: 9) ? now : commands.time()
        let origin = CommandOrigin(
            occurredAt: time, actor: actor, commandID: .random(using: &commands.generator),
            fingerprint: command.fingerprint)
        let cryptography = LedgerCryptography(drawMaster: Array(repeating: 7, count: 32))
        switch decide(command, origin: origin, now: now, state: state, cryptography: cryptography) {
        case .accepted(let events):
            accepted += 1
            for event in events { try record(event, origin, of: command) }
        case .refused(let refusal):
            refused += 1
            guard origin.refusal == nil else { return }
            var recorder = RefusalRecorder()
            let event = recorder.event(
                for: refusal, command: command, from: origin, room: nil,
                anchorExists: heads[command.anchor] != nil, at: now)
            guard let event else {
                // Only a command that no record can keep is answered without a record.
                #expect(!CommandRejected(refusal, of: command).isRecordable, "seed \(seed): \(command)")
                return
            }
            try record(event, origin, of: command)
        }
    }

    private mutating func record(_ event: StreamEvent, _ origin: CommandOrigin, of command: Command) throws {
        // Only for a failure: some commands have lists of thousands.
        var comment: Comment { Comment(rawValue: "seed \(seed): \(String(describing: command).prefix(400))") }
        let head = heads[event.stream]
        let recorded = RecordedEvent(
            position: size, stream: event.stream, version: (head?.version ?? 0) + 1, previous: head?.position,
            recordedAt: now, origin: origin, event: event.event)
        do {
            try writer.write(event.event, stream: event.stream, origin: origin, recordedAt: now)
        } catch {
            Issue.record("\(error), \(comment)")
            throw error
        }
        let read = try writer.withBytes { try RecordedEvent(record: $0, position: size) }
        #expect(read.event == event.event, comment)
        #expect(read.stream == event.stream, comment)
        #expect(read.origin == (event.event.type.hasOrigin ? origin : nil), comment)
        heads[event.stream] = recorded
        size += 1
        state.fold(recorded)
    }
}
