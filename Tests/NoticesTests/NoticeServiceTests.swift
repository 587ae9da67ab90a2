import Draft
import DraftLedger
import DraftTesting
import Foundation
import LedgerTesting
import Platform
import TestSupport
import Testing

@testable import Notices  // the rows of the outbox

/// The service with a ledger and an outbox on disk.
struct NoticeServiceTests {
    /// A receiver that answers as told, and remembers what it got.
    private final class Receiver: NoticeChannel {
        let kind: NoticesRecorded.Channel
        private let state: Guarded<(answers: [DeliveryResult], got: [(title: String, address: String)])>

        /// - Parameter answers: the first ones; then everything is accepted.
        init(_ kind: NoticesRecorded.Channel = .push, answering answers: [DeliveryResult] = []) {
            self.kind = kind
            state = Guarded((answers, []))
        }

        var got: [(title: String, address: String)] { state.withLock { $0.got } }

        func send(_ message: Message, to address: String, at now: Timestamp) async -> DeliveryResult {
            state.withLock { state in
                state.got.append((message.title, address))
                return state.answers.isEmpty ? .accepted(nil) : state.answers.removeFirst()
            }
        }
    }

    /// What the ledger says that a user was told in room 1: "onTheClock sent none".
    private func told(_ user: UserID, in ledger: DraftLedger) throws -> [String] {
        try ledger.stream(.user(user)).flatMap { recorded -> [String] in
            guard case .noticesRecorded(let told) = recorded.event else { return [] }
            return told.notices.map { "\($0.kind) \($0.outcome) \($0.reason)" }
        }
    }

    /// Runs a service until the ledger says of all users of a draft what they were told.
    private func run(
        _ house: LiveHouse, _ outbox: Outbox, _ channel: any NoticeChannel, _ draft: () async throws -> Void
    ) async throws {
        let service = try NoticeService(house.ledger, outbox, [channel])
        let task = Task { try await service.run() }
        try await draft()
        while try house.room.status != .complete || told(1, in: house.ledger).isEmpty
            || told(2, in: house.ledger).isEmpty
            || service.figures.openNotices > 0
        {
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        try await task.value
    }

    private func draft(in house: LiveHouse) async throws {
        for (command, sender) in HousePlan(.slow(teams: 2, rounds: 1)).joins {
            try await house.accept(command, as: sender)
        }
        try await pick(in: house)
    }

    /// Starts the draft of a full room, and makes all picks.
    private func pick(in house: LiveHouse) async throws {
        let countdown = try house.room.countdownEndsAt
        try await house.accept(.room(1, .startDraft), as: .scheduler, at: countdown)
        while try house.room.status == .active {
            let room = try house.room
            let pick = MakePick(pick: room.currentPickNumber, player: PlayerIndex(room.currentPickNumber))
            try await house.accept(.room(1, .makePick(pick)), as: .user(try house.userOnClock()))
        }
    }

    @Test func whatMembersAreToldIsRecorded() async throws {
        let house = try await LiveHouse(teams: 2, rounds: 1)
        let outbox = try Outbox(path: house.path + "/" + Outbox.directory)
        try outbox.update(1) { $0.add(Contact.Device(.notices, token: "one")) }
        let receiver = Receiver()
        try await run(house, outbox, receiver) { try await draft(in: house) }
        let first = try told(1, in: house.ledger)
        #expect(first.contains("roomFilled sent none") || first.contains("roomFilled suppressed overtaken"))
        #expect(try told(2, in: house.ledger).allSatisfy { !$0.contains("sent") })
        #expect(receiver.got.allSatisfy { $0.address == "one" })
        #expect(receiver.got.count == first.count { $0.hasSuffix("sent none") })
        #expect(try outbox.entries().isEmpty)
        #expect(try Set(house.events.map(\.event.type)).contains(.noticesRecorded))
        // A restart tells nothing again.
        let count = receiver.got.count
        let again = try NoticeService(house.ledger, outbox, [receiver])
        let task = Task { try await again.run() }
        while again.figures.lag > 0 { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        try await task.value
        #expect(receiver.got.count == count)
    }

    @Test func aServiceThatIsBackInTimeTakesTheNoticeAfterAll() async throws {
        let house = try await LiveHouse(teams: 2, rounds: 1)
        let outbox = try Outbox(path: house.path + "/" + Outbox.directory)
        try outbox.update(1) { $0.add(Contact.Device(.notices, token: "one")) }
        for (command, sender) in HousePlan(.slow(teams: 2, rounds: 1)).joins.dropLast() {
            try await house.accept(command, as: sender)
        }
        let receiver = Receiver(answering: [.retry("down", after: nil), .retry("down", after: .milliseconds(1))])
        try await run(house, outbox, receiver) {
            // The room is full: both are told, and the first answers are that the service is down.
            let last = try #require(HousePlan(.slow(teams: 2, rounds: 1)).joins.last)
            try await house.accept(last.command, as: last.sender)
            while receiver.got.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
            try await pick(in: house)
        }
        #expect(try told(1, in: house.ledger).contains("roomFilled sent none"))
        #expect(receiver.got.prefix(3).map(\.title) == ["Room Filled", "Room Filled", "Room Filled"])
    }

    @Test func aDeviceThatIsGoneIsForgotten() async throws {
        let house = try await LiveHouse(teams: 2, rounds: 1)
        let outbox = try Outbox(path: house.path + "/" + Outbox.directory)
        try outbox.update(1) { $0.add(Contact.Device(.notices, token: "old")) }
        let receiver = Receiver(answering: [.gone("UNREGISTERED")])
        try await run(house, outbox, receiver) {
            for (command, sender) in HousePlan(.slow(teams: 2, rounds: 1)).joins {
                try await house.accept(command, as: sender)
            }
            // The draft waits until the member is told that the room is filled.
            while receiver.got.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            try await pick(in: house)
        }
        #expect(try outbox.contact(of: 1).devices.isEmpty)
        #expect(try told(1, in: house.ledger).contains { $0.hasSuffix("suppressed noAddress") })
    }

    @Test func aFileTakesAllNotices() async throws {
        let house = try await LiveHouse(teams: 2, rounds: 1)
        let outbox = try Outbox(path: house.path + "/" + Outbox.directory)
        let directory = TemporaryDirectory()
        let file = try FileChannel(path: directory("notices.jsonl"))
        try await run(house, outbox, file) { try await draft(in: house) }
        let sent = try [UserID(1), 2].flatMap { try told($0, in: house.ledger) }.count { $0.hasSuffix("sent none") }
        let lines = try String(contentsOfFile: directory("notices.jsonl"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == sent)
        #expect(lines.allSatisfy { $0.contains(#""type":""#) && $0.contains(#""roomId":"1""#) })
    }

    // MARK: The outbox

    @Test func anOutboxOfAnotherLedgerBeginsAnew() async throws {
        let (house, other) = (try await LiveHouse(), try await LiveHouse())
        let directory = TemporaryDirectory()
        let outbox = try Outbox(path: directory("deliveries"))
        _ = try NoticeService(house.ledger, outbox, [Receiver()])
        let notice = Notice(
            id: NoticeID(cause: 1, user: 1, kind: .onTheClock), room: 1, pick: 1, pickLabel: "1.01", title: "Test",
            deadline: nil, dueAt: House.start, goodUntil: House.start)
        let mark = try #require(try outbox.mark())
        try outbox.store([notice.id: OutboxEntry(notice: notice, channel: .push, state: .waiting)], mark)
        _ = try NoticeService(house.ledger, outbox, [Receiver()])
        #expect(try outbox.entries().map(\.notice) == [notice])
        _ = try NoticeService(other.ledger, outbox, [Receiver()])
        #expect(try outbox.entries() == [])
        #expect(try outbox.mark()?.position == other.ledger.size)
    }

    @Test func rowsAndContactsAreReadAsTheyWereStored() throws {
        let directory = TemporaryDirectory()
        let path = directory("deliveries") as String
        let notice = Notice(
            id: NoticeID(cause: 9, user: 7, kind: .slowDraftEmail), room: 3, pick: nil, pickLabel: "", title: "Ünï\"",
            deadline: House.start, dueAt: House.start, goodUntil: House.start + .seconds(5))
        let states: [OutboxEntry.State] = [.waiting, .sending, .settled(.failed, .refused, at: House.start)]
        let entries = states.enumerated().map { index, state in
            var entry = OutboxEntry(notice: notice, channel: .email, state: state)
            entry.notice.id.cause = UInt64(index)
            (entry.isDeferred, entry.batch) = (index == 1, index == 2 ? 4 : nil)
            return entry
        }
        var contact = Contact(email: "a@example.com")
        contact.add(Contact.Device(.notices, token: "a"))
        contact.add(Contact.Device(.activity(3), token: "b"))
        contact.add(Contact.Device(.activityStart, token: "c"))
        contact.quietHours = QuietHours(from: 1_320, until: 420, timeZone: "America/New_York")
        let mark = Outbox.Mark(position: 10, digest: .zero, lastBatch: 4)
        do {
            let outbox = try Outbox(path: path)
            try outbox.store(Dictionary(uniqueKeysWithValues: entries.map { ($0.notice.id, $0) }), mark)
            try outbox.update(7) { $0 = contact }
        }
        let outbox = try Outbox(path: path)
        #expect(try outbox.entries() == entries)
        #expect(try outbox.mark() == mark)
        #expect(try outbox.contact(of: 7) == contact)
        try Outbox.erase(7, besideLedger: directory.path)
        #expect(try outbox.contact(of: 7) == Contact())
        #expect(try outbox.contact(of: 8) == Contact())
    }

    @Test func aDeviceBelongsToTheMemberWhoRegisteredItLast() throws {
        let directory = TemporaryDirectory()
        let outbox = try Outbox(path: directory("deliveries"))
        let (phone, tablet) = (Contact.Device(.notices, token: "phone"), Contact.Device(.notices, token: "tablet"))
        for device in [phone, tablet, phone] { try outbox.register(device, of: 1) }
        #expect(try outbox.contact(of: 1).devices == [tablet, phone])
        try outbox.register(phone, of: 2)
        #expect(try outbox.contact(of: 1).devices == [tablet])
        #expect(try outbox.contact(of: 2).devices == [phone])
        try outbox.register(phone, of: 1)
        #expect(try outbox.contact(of: 2) == Contact())
    }

    @Test func aMemberWithTooManyDevicesLosesTheOldest() {
        var contact = Contact()
        for number in 0..<30 { contact.add(Contact.Device(.notices, token: "\(number)")) }
        #expect(contact.devices.map(\.token) == (10..<30).map { "\($0)" })
        contact.add(Contact.Device(.notices, token: "10"))
        #expect(contact.devices.last?.token == "10" && contact.devices.count == Contact.mostDevices)
    }
}
