import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Records
import Testing

/// Why people of the house do what they do stands beside the log too; what the program itself says stands in it.
@Suite struct ReasonWordsTests {
    /// Whether a record of the ledger has a text in it.
    private func log(of house: LiveHouse, has text: String) throws -> Bool {
        try (0..<house.ledger.size).contains { try house.ledger.record(at: $0).contains(Array(text.utf8)) }
    }

    /// The last event of a type, as it is recorded.
    private func last(_ type: EventType, in house: LiveHouse) throws -> RecordedEvent {
        try #require(try house.events.last { $0.event.type == type })
    }

    private func drafting() async throws -> LiveHouse {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        return house
    }

    @Test func theReasonOfAPauseIsToldAndNotLogged() async throws {
        let house = try await drafting()
        let reason = "Anna spilled her tea."
        try await house.accept(.room(1, .pauseRoom(kind: .manual, reason: Wording(reason))))
        let paused = try last(.roomPaused, in: house)
        #expect(try !log(of: house, has: "tea"))
        #expect(paused.event.statement?.text == "" && paused.event.statement?.digest != nil)
        #expect(paused.event.reason?.contains("free text with SHA-256") == true)
        #expect(try house.ledger.told(paused).event.reason == reason)
        try house.reopen()
        #expect(try house.ledger.told(paused).event.reason == reason)
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func whatTheSchedulerSaysIsTheProgramsOwn() async throws {
        let house = try await drafting()
        try await house.accept(.room(1, .pauseRoom(kind: .outage, reason: "no power")), as: .scheduler)
        #expect(try last(.roomPaused, in: house).event.statement?.words == "no power")
        #expect(try log(of: house, has: "no power"))
    }

    @Test func anAdjustmentsReasonIsAboutItsUserAndErasedWithTheUser() async throws {
        let house = try await drafting()
        var adjustment = BalanceAdjusted.blank
        adjustment.amount = Cents(100)
        (adjustment.firstApprover, adjustment.secondApprover) = (901, 902)
        adjustment.reason = "He was in hospital."
        try await house.accept(.wallet(1, .adjustBalance(adjustment)))
        let adjusted = try last(.balanceAdjusted, in: house)
        #expect(try !log(of: house, has: "hospital") && house.ledger.countWords(about: 1) == 1)
        #expect(try house.ledger.eraseWords(about: 1) == 1)
        #expect(try house.ledger.told(adjusted).event.reason == "(erased)")
        #expect(try house.ledger.verify().findings == [])
    }

    @Test func wordsAboutNobodyAreErasedByTheirDigest() async throws {
        let house = try await drafting()
        try await house.accept(.room(1, .pauseRoom(kind: .manual, reason: "Bert has the flu.")))
        let digest = try #require(try last(.roomPaused, in: house).event.statement?.digest)
        #expect(try house.ledger.eraseWords(pinnedBy: digest))
        #expect(try house.ledger.words(pinnedBy: digest) == .erased)
        #expect(try !house.ledger.eraseWords(pinnedBy: digest))
    }

    @Test func aRetryIsOneAndAnotherReasonUnderTheSameIDIsNone() async throws {
        let house = try await drafting()
        let id = house.newID()
        let pause = { (reason: Wording) in Command.room(1, .pauseRoom(kind: .manual, reason: reason)) }
        let first = try await house.accept(pause("A fire alarm."), id: id)
        #expect(try await house.accept(pause("A fire alarm."), id: id).map(\.position) == first.map(\.position))
        guard case .refused(let refusal, _, _) = try await house.send(pause("A flood."), id: id) else {
            Issue.record("another reason is another command")
            return
        }
        #expect(refusal.code == .duplicateCommand)
        #expect(try house.ledger.told(first[0]).event.reason == "A fire alarm.")
    }

    @Test func aMeasureKeepsItsOwnReasonAndThatOfWhatItProposes() async throws {
        let house = try await LiveHouse()
        let keys = (1...4).map { SealingKey(seed: Array(repeating: $0, count: 32)) ?? SealingKey() }
        let founders = zip([901, 902, 903] as [UserID], keys).map {
            AuthorityBegan.Founder(person: $0, key: $1.publicKey)
        }
        try await house.accept(
            .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: keys[3].publicKey))),
            as: .admin(nil))
        _ = try await house.startDraft()

        func send(_ command: Command, by person: Int) async throws -> [RecordedEvent] {
            let (id, sender) = (house.newID(), Sender.admin(UserID(UInt64(901 + person))))
            let command = try house.ledger.pinningWords(of: command, as: sender, id: id)
            let signable = SignableCommand(command, id: id, actor: sender, ledger: try house.ledger.origin ?? "")
            let seal = try keys[person].seal(signable, at: try house.ledger.sight(of: command.anchor))
            return try await house.ledger.send(command, as: sender, id: id, seal: seal).get()
        }
        let now = try #require(try house.events.last?.recordedAt)
        let limits = Command.user(1, .excludeUser(until: now + .seconds(90_000)))
        let proposal = ProposeMeasure(limits, reason: "His wife asked us to.")
        let proposed = try await send(.measure(1, .proposeMeasure(proposal)), by: 0)
        #expect(try house.ledger.told(proposed[0]).event.reason == "His wife asked us to.")
        let declined = try await send(.measure(1, .declineMeasure(reason: "Nobody but he himself may.")), by: 1)
        #expect(try house.ledger.told(declined[0]).event.reason == "Nobody but he himself may.")
        for word in ["wife", "himself"] { #expect(try !log(of: house, has: word)) }
        // Both are about him, and go with him.
        #expect(try house.ledger.eraseWords(about: 1) == 2)

        let cancelled = Command.tournament(1, .cancelTournament(reason: "Carl drew it up."))
        let pinned = try house.ledger.pinningWords(
            of: .measure(2, .proposeMeasure(ProposeMeasure(cancelled, reason: "Dora asks."))), as: .admin(901),
            id: house.newID())
        #expect(pinned.statements.count == 2 && pinned.statements.allSatisfy { !$0.isInTheOpen && $0.text.isEmpty })
        #expect(Set(pinned.statements.compactMap(\.digest)).count == 2)
    }

    @Test func theContentOfACommandSaysWhetherItsWordsArePinned() throws {
        let digest = Digest256(words: (1, 2, 3, 4))
        let reasons: [Wording] = ["", "x", Wording("", digest: digest), Wording("", digest: .zero)]
        let digests = reasons.map { Command.room(1, .cancelRoom(reason: $0)).contentDigest }
        #expect(Set(digests).count == reasons.count)
    }
}
