import Draft
import DraftLedger
import Foundation
import NIOCore
import TextFormats
import Testing

@testable import Server  // the feed of notices is the streams' own

/// Notices for pages of staff: each names what has changed, to those who may read it, and nothing else.
@Suite struct StaffStreamTests {
    private static let path = "/v1/stream/staff"

    /// The notices up to the first that holds, joined to one: whether changes come together depends on the time.
    private static func notices(
        of reader: inout EventReader, until holds: ([String: [UInt64]]) -> Bool
    ) async throws -> [String: [UInt64]] {
        var all: [String: [UInt64]] = [:]
        while !holds(all), let event = try await reader.next() {
            guard event.name == "changed" else { continue }
            for member in try JSONDocument(Array(event.data.utf8)).root.members {
                all[member.name, default: []] += member.value.elements.compactMap { $0.integer() }
            }
        }
        return all
    }

    private static func live(_ table: Table, _ role: String, after last: UInt64? = nil) async throws -> EventReader {
        let token = try await table.server.signIn("the \(role)", roles: [role]).token
        var reader = try await EventReader(table.server, path: path, as: token, after: last)
        #expect(reader.status == 200, "\(role)")
        if last == nil { #expect(try await reader.until("live").map(\.name) == ["hello", "live"], "\(role)") }
        return reader
    }

    private static func openCase(at table: Table, by member: (token: String, user: UInt64)) async throws {
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(member.user)))
        let version = try table.ledger.room(1)?.version ?? 0
        let opened = try await table.server.command(
            "{\"kind\":\"openDispute\",\"dispute\":7,\"room\":1,\"pick\":1,\"seat\":\(seat),\"roomVersion\":\(version),"
                + "\"claimant\":\(member.user),\"claim\":\"I clicked.\"}", as: member.token)
        #expect(opened.status == 200, "\(opened.text)")
    }

    @Test func onlyStaffThatReadThePagesGetNotices() async throws {
        let table = try await Table()
        for role in ["operator", "officer", "cashier", "auditor"] { _ = try await Self.live(table, role) }
        for role in ["analyst", "backend", "importer"] {
            let token = try await table.server.signIn("the \(role)", roles: [role]).token
            #expect(try await EventReader(table.server, path: Self.path, as: token).status == 403, "\(role)")
        }
        #expect(try await EventReader(table.server, path: Self.path, as: table.anna.token).status == 403)
        #expect(try await EventReader(table.server, path: Self.path, as: nil).status == 401)
        try await table.server.stop()
    }

    @Test func aCaseIsAnnouncedToOfficersAndToCashiersOnceItIsUpheld() async throws {
        let table = try await Table()
        try await table.draft()
        #expect(try await table.pick(0).status == 200)
        let claimant = try table.turn().off
        var officer = try await Self.live(table, "officer")
        var cashier = try await Self.live(table, "cashier")
        var operator_ = try await Self.live(table, "operator")
        try await Self.openCase(at: table, by: claimant)
        #expect(try await Self.notices(of: &officer) { $0["cases"] != nil }["cases"] == [7])
        // What follows the case is announced to the others, and the case is not.
        #expect(try await table.pick(1).status == 200)
        for _ in 0..<2 {
            let told = try await Self.notices(of: &cashier) { $0["clocks"] != nil }
            #expect(told["clocks"] == [1] && told["cases"] == nil, "\(told)")
            swap(&cashier, &operator_)
        }
        let resolution = DisputeResolved(verdict: .upheld, resolvedBy: 999, reason: "Yes.")
        _ = try await table.ledger.send(.dispute(7, .resolveDispute(resolution)), as: .admin(nil), id: .random()).get()
        #expect(try await Self.notices(of: &officer) { $0["cases"] != nil }["cases"] == [7])
        #expect(try await Self.notices(of: &cashier) { $0["cases"] != nil }["cases"] == [7])
        for player in 2..<4 { #expect(try await table.pick(player).status == 200) }
        let told = try await Self.notices(of: &operator_) { $0["rooms"] != nil }
        #expect(told["rooms"]?.first == 1 && told["cases"] == nil, "\(told)")
        try await table.server.stop()
    }

    /// A notice has topics and numbers, and no word of what happened.
    @Test func aQueueAndARefusalOfALiveDraftMakeNoNotice() async throws {
        let table = try await Table()
        try await table.draft()
        var officer = try await Self.live(table, "officer")
        let member = try table.turn().off
        let seat = try #require(try table.ledger.room(1)?.seat(of: UserID(member.user)))
        let queued = try await table.server.command(
            "{\"kind\":\"setQueue\",\"room\":1,\"seat\":\(seat),\"players\":[13,17,11]}", as: member.token)
        let refused = try await table.server.command(
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":1,\"player\":3}", as: member.token)
        #expect(queued.status == 200 && refused.status == 409)
        let queue = try #require(try table.ledger.stream(.queue(1, seat)).last)
        let refusal = try #require(try table.ledger.stream(.room(1)).last { $0.event.refusal != nil })
        var feed = StaffFeed(from: 0)
        let areUrgent = [feed.take(queue), feed.take(refusal)]
        let caller = Caller(user: 1, roles: [.officer, .cashier, .operator])
        let hasNews = feed.takeNews()
        #expect(areUrgent == [false, false] && !hasNews)
        let notice = feed.notice(from: 0, to: refusal.position + 1, hasDeliveries: false, for: caller)
        #expect(notice == nil)
        // By the time of the pick, the refusal would be announced, too.
        #expect(try await table.pick(0).status == 200)
        var event = try #require(try await officer.next())
        while event.name != "changed" { event = try #require(try await officer.next()) }
        #expect(event.data == "{\"clocks\":[1]}")
        try await table.server.stop()
    }

    @Test func aReaderThatComesBackIsToldInOneNoticeWhatItHasMissed() async throws {
        let table = try await Table()
        var first = try await Self.live(table, "operator")
        try await table.draft()
        let last = try #require(try await first.next()?.id)
        for player in 0..<4 { #expect(try await table.pick(player).status == 200) }
        let size = try table.ledger.size
        var second = try await Self.live(table, "operator", after: last)
        let greeting = try await second.until("live")
        #expect(greeting.map(\.name) == ["hello", "changed", "live"])
        // Changes of deliveries have no position in the ledger: they may have been missed.
        #expect(greeting[1].data == "{\"clocks\":[1],\"deliveries\":[],\"rooms\":[1]}")
        #expect(try #require(greeting[1].id) >= size - 1)
        #expect(
            try await EventReader(
                table.server, path: Self.path, as: table.server.signIn("the operator", roles: ["operator"]).token,
                after: 1 << 40
            ).status == 400)
        try await table.server.stop()
    }

    /// The positions before a restart are not known: everything may have changed.
    @Test func aReaderFromBeforeARestartIsToldToReadEverything() async throws {
        let table = try await Table()
        try await table.draft()
        try await table.server.stop()
        try await table.serveAgain()
        for (role, topics) in [
            ("officer", ["approvals", "cases", "clocks", "contests", "deliveries", "rooms", "scores", "staff"]),
            ("operator", ["approvals", "clocks", "contests", "deliveries", "rooms", "scores", "staff"]),
        ] {
            var reader = try await Self.live(table, role, after: 0)
            let notice = try #require(try await reader.until("live").first { $0.name == "changed" })
            let members = try JSONDocument(Array(notice.data.utf8)).root.members
            #expect(members.map(\.name) == topics && members.allSatisfy { $0.value.elements.isEmpty }, "\(role)")
        }
        try await table.server.stop()
    }

    @Test func aQuietStreamShowsThatItLives() async throws {
        let table = try await Table { $0.limits.heartbeat = .milliseconds(100) }
        var reader = try await Self.live(table, "auditor")
        #expect(try await reader.until("progress").last?.name == "progress")
        try await table.server.stop()
    }

    // MARK: The feed

    private static func opened(_ room: UInt64, at position: UInt64) -> RecordedEvent {
        RecordedEvent(
            position: position, stream: .room(RoomID(room)), version: 1, previous: nil,
            recordedAt: Timestamp(microseconds: 0), origin: nil, event: .roomFilled(.blank))
    }

    private static func notice(of feed: inout StaffFeed, from start: UInt64, to end: UInt64) -> String? {
        feed.notice(from: start, to: end, hasDeliveries: false, for: Caller(user: 1, roles: .operator))
            .map { String(buffer: $0) }
    }

    /// However much changes, the memory and a notice are bounded.
    @Test func aReaderThatIsFarBehindIsToldOfTopicsInPlaceOfNumbers() {
        var feed = StaffFeed(from: 0)
        for room in 0..<UInt64(StaffFeed.named) { _ = feed.take(Self.opened(room + 1, at: room)) }
        let end = UInt64(StaffFeed.named)
        let all = (1...end).map { "\($0)" }.joined(separator: ",")
        let exact = Self.notice(of: &feed, from: 0, to: end)
        #expect(exact == "id: \(end - 1)\nevent: changed\ndata: {\"rooms\":[\(all)]}\n\n")
        _ = feed.take(Self.opened(end + 1, at: end))
        let many = Self.notice(of: &feed, from: 0, to: end + 1)
        #expect(many?.contains("{\"rooms\":[]}") == true)
        let one = Self.notice(of: &feed, from: end, to: end + 1)
        #expect(one?.contains("{\"rooms\":[\(end + 1)]}") == true)
        for room in end + 1..<UInt64(3 * StaffFeed.kept) { _ = feed.take(Self.opened(room + 1, at: room)) }
        #expect(feed.floor > 0)
        let behind = Self.notice(of: &feed, from: 0, to: UInt64(3 * StaffFeed.kept))
        #expect(behind?.contains("\"approvals\":[]") == true && behind?.contains("cases") == false)
        // A change of one object, however often, is one change.
        var busy = StaffFeed(from: 0)
        for position in 0..<UInt64(3 * StaffFeed.kept) { _ = busy.take(Self.opened(1, at: position)) }
        #expect(busy.floor == 0)
    }

    @Test func deliveriesAreAnnouncedWhenTheyFailAndWhenTheyWorkAgain() {
        var feed = StaffFeed(from: 0)
        func ends(failed: Bool) -> Bool {
            feed.takeDelivery(to: "partner", failed: failed)
            return feed.takeNews()
        }
        let announced = [false, true, true, false, false].map { ends(failed: $0) }
        #expect(announced == [false, true, true, true, false])
        #expect(feed.deliveries == 4)
    }
}
