import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Merkle
import Records
import TestSupport
import Testing

/// The scheduler of a process signs by its key as soon as the key is that of an account, and text is erased on record.
@Suite struct SchedulerSignerTests {
    private static func key(_ number: UInt8) -> SealingKey {
        SealingKey(seed: Array(repeating: number, count: 32)) ?? SealingKey()
    }

    private static let started = Command.ledger(
        .startSoftware(SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "test", commit: "")))

    private func begunHouse() async throws -> LiveHouse {
        let house = try await LiveHouse()
        let founders = (1...3).map { number in
            AuthorityBegan.Founder(person: UserID(900 + UInt64(number)), key: Self.key(UInt8(number)).publicKey)
        }
        try await house.accept(
            .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: Self.key(9).publicKey))),
            as: .admin(nil))
        return house
    }

    private func send(_ command: Command, by person: UInt64, in house: LiveHouse) async throws -> Outcome {
        let (id, sender) = (house.newID(), Sender.admin(UserID(person)))
        let command = try house.ledger.pinningWords(of: command, as: sender, id: id)
        let signable = SignableCommand(command, id: id, actor: sender, ledger: try house.ledger.origin ?? "")
        let seal = try Self.key(UInt8(person - 900)).seal(signable)
        return try await house.ledger.send(command, as: sender, id: id, seal: seal)
    }

    private func agree(on command: Command, _ number: UInt64, in house: LiveHouse) async throws -> [RecordedEvent] {
        _ = try await send(
            .measure(MeasureID(number), .proposeMeasure(ProposeMeasure(command, reason: "needed"))), by: 901, in: house
        ).get()
        return try await send(.measure(MeasureID(number), .approveMeasure), by: 902, in: house).get()
    }

    @Test func theSchedulerSignsFromItsAppointmentOn() async throws {
        let house = try await begunHouse()
        try house.ledger.signSchedulerCommands(by: Self.key(50))
        let before = try await house.accept(Self.started, as: .scheduler)
        #expect(before.first?.origin?.actor == .scheduler && before.first?.origin?.signature == nil)
        #expect(try !house.ledger.schedulerLacksKey)

        let appointed = StaffAppointed(person: 950, roles: [], key: Self.key(50).publicKey, service: .scheduler)
        _ = try await agree(on: .staff(.appointStaff(appointed)), 1, in: house)
        let after = try await house.accept(Self.started, as: .scheduler)
        #expect(after.first?.origin?.actor == Sender(.scheduler, user: 950))
        let signature = try #require(after.first?.origin?.signature)
        let signable = SignableCommand(
            Self.started, id: try #require(after.first?.origin?.commandID), actor: Sender(.scheduler, user: 950),
            ledger: try house.ledger.origin ?? "")
        let seal = CommandSeal(key: Self.key(50).publicKey, sight: .nothing, signature: signature.bytes)
        #expect(seal.isGenuine(for: signable))

        // Another process, without the key, does nothing in the scheduler's name.
        try house.reopen()
        #expect(try house.ledger.schedulerLacksKey)
        let outcome = try await house.send(Self.started, as: .scheduler)
        let refusal = if case .refused(let refusal, _, _) = outcome { refusal.code } else { RefusalCode?.none }
        #expect(refusal == .badSignature)
        try house.ledger.signSchedulerCommands(by: Self.key(50))
        try await house.accept(Self.started, as: .scheduler)
    }

    @Test func anErasureIsOnRecordAndTakesTheTextWithIt() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        try await house.accept(.room(1, .pauseRoom(kind: .manual, reason: "Bert has the flu.")))
        let paused = try #require(try house.events.last { $0.event.type == .roomPaused })
        let erasure = try #require(try house.ledger.erasure(at: paused.position))
        #expect(erasure == FreeTextErased(position: paused.position, texts: 1, isOfStaff: true))
        try await house.accept(.ledger(.eraseText(erasure)), as: .admin(901))
        #expect(try house.ledger.told(paused).event.reason == "(erased)")
        let recorded = try #require(try house.events.last { $0.event.type == .freeTextErased })
        #expect(recorded.origin?.actor == .admin(901) && recorded.event == .freeTextErased(erasure))
        #expect(try house.ledger.erasure(at: paused.position) == nil)
    }

    private func claim(_ number: UInt64, in house: LiveHouse, _ words: String) async throws -> RecordedEvent {
        let opened = DisputeOpened(room: 1, pick: 1, seat: 0, roomVersion: 1, claimant: 1, claim: words)
        try await house.accept(.dispute(CaseID(number), .openDispute(opened)), as: .user(1))
        return try #require(try house.events.last { $0.event.type == .disputeOpened })
    }

    /// A process that ends between the record of an erasure and the removal of the text leaves the text: the next one
    /// removes it, and no text that came later.
    @Test(arguments: [true, false]) func anErasureThatACrashLeftIsCarriedOutAtTheNextStart(ofUser: Bool) async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let first = try await claim(1, in: house, "My pick was late.")
        let erasure = FreeTextErased(
            position: ofUser ? nil : first.position, user: ofUser ? 1 : nil, texts: 1, isOfStaff: false)
        let origin = CommandOrigin(occurredAt: first.recordedAt, actor: .user(1), commandID: .random())
        try house.ledger.append([PendingEvent(stream: .system, event: .freeTextErased(erasure), origin: origin)])
        let second = try await claim(2, in: house, "It was late again.")
        #expect(try house.ledger.told(first).event.claim == "My pick was late.")
        for _ in 1...2 {
            try house.reopen()
            #expect(try house.ledger.told(first).event.claim == "(erased)")
            #expect(try house.ledger.told(second).event.claim == "It was late again.")
        }
    }

    /// Who says that staff's text is not theirs needs no approval, and erases nothing.
    @Test func aTextOfStaffStaysIfItsErasureDeniesThatItIsTheirs() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        try await house.accept(.room(1, .pauseRoom(kind: .manual, reason: "Bert has the flu.")))
        let paused = try #require(try house.events.last { $0.event.type == .roomPaused })
        let denied = FreeTextErased(position: paused.position, texts: 1, isOfStaff: false)
        try await house.accept(.ledger(.eraseText(denied)), as: .admin(901))
        #expect(try house.ledger.told(paused).event.reason == "Bert has the flu.")
        #expect(try house.ledger.erasure(at: paused.position)?.isOfStaff == true)
    }

    @Test func staffEraseAMembersTextAndNotTheirOwnAloneOfAUser() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        let claim = DisputeOpened(room: 1, pick: 1, seat: 0, roomVersion: 1, claimant: 1, claim: "My pick was late.")
        try await house.accept(.dispute(1, .openDispute(claim)), as: .user(1))
        var adjustment = BalanceAdjusted.blank
        (adjustment.amount, adjustment.reason) = (Cents(100), "Was in hospital.")
        (adjustment.firstApprover, adjustment.secondApprover) = (901, 902)
        try await house.accept(.wallet(1, .adjustBalance(adjustment)))
        #expect(try house.ledger.countWords(about: 1) == 2)
        let members = try #require(try house.ledger.erasure(about: 1, ofStaff: false))
        #expect(members.texts == 1 && !members.isOfStaff)
        try await house.accept(.ledger(.eraseText(members)), as: .admin(901))
        #expect(try house.ledger.countWords(about: 1) == 1)
        // The user erases all of it, through the server.
        let all = try #require(try house.ledger.erasure(about: 1, ofStaff: true, by: 1))
        #expect(all.isOfStaff)
        try await house.accept(.ledger(.eraseText(all)), as: .scheduler)
        #expect(try house.ledger.countWords(about: 1) == 0)
    }
}

extension Event {
    fileprivate var claim: String? { if case .disputeOpened(let opened) = self { opened.claim } else { nil } }
}
