import Draft
import DraftTesting
import Testing

@testable import Notices  // the desk and its steps

/// Who is told what, and when: drafts as timelines.
struct NoticeTimelineTests {
    /// What the members of a draft are told, in seconds since its start.
    private func told(
        _ house: House, _ prepare: (inout NoticeWorld) -> Void = { _ in }
    ) throws -> [String] {
        var world = NoticeWorld(house.log)
        prepare(&world)
        try world.run(until: House.start + .seconds(200_000))
        #expect(world.leftOver == 0 || !house.room.status.isTerminal)
        let lines = world.deliveries.map { delivery in
            let notice = delivery.notice
            let seconds = Double((delivery.at - House.start).microseconds) / 1e6
            let slot = slot(of: notice.id.user, in: house)
            return (delivery.at, "\(seconds) slot \(slot) \(notice.id.kind.wireType) \(notice.pickLabel)")
        }
        return lines.sorted { $0 < $1 }.map(\.1)
    }

    private func slot(of user: UserID, in house: House) -> Int {
        (0..<house.room.ruleset.teams).first { house.user(ofSlot: $0) == user }.map(Int.init) ?? -1
    }

    @Test func aFastDraft() throws {
        var house = House.drafting(.fast(teams: 4, rounds: 1))
        house.pick(0, at: 5)
        house.pick(1, at: 25)
        house.pick(2, at: 50)
        house.pick(3, at: 55)
        #expect(
            try told(house) == [
                "-60.0 slot 0 room_filled ", "-60.0 slot 1 room_filled ", "-60.0 slot 2 room_filled ",
                "-60.0 slot 3 room_filled ",
                "0.0 slot 0 draft_starting 1.01", "0.0 slot 0 on_the_clock 1.01", "0.0 slot 1 draft_starting 1.02",
                "0.0 slot 2 draft_starting 1.03", "0.0 slot 3 draft_starting 1.04",
                "5.0 slot 1 on_the_clock 1.02", "5.0 slot 3 picks_away 1.04",
                "25.0 slot 2 on_the_clock 1.03", "45.0 slot 2 ten_seconds 1.03", "50.0 slot 3 on_the_clock 1.04",
            ])
    }

    @Test func aMemberOnAutodraftIsToldOfNoTurn() throws {
        var house = House.full(.fast(teams: 2, rounds: 2))
        let quiet = house.user(ofSlot: 1)
        house.send(
            .room(1, .setAutodraft(seat: Seat(quiet.number - 1), on: true)), as: .user(quiet), at: House.start)
        house.send(.room(1, .startDraft), as: .scheduler, at: House.start)
        #expect(house.room.status == .active)
        let told = try told(house)
        #expect(told.contains("0.0 slot 0 on_the_clock 1.01"))
        #expect(told.allSatisfy { !$0.contains("slot 1 on_the_clock") && !$0.contains("slot 1 ten_seconds") })
    }

    @Test func aClockThatStartsAgainAfterAPauseTellsNothingNew() throws {
        var house = House.drafting(.fast(teams: 2, rounds: 1))
        house.send(.room(1, .pauseRoom(kind: .manual, reason: "test")), as: House.admin, at: House.start + .seconds(15))
        house.send(.room(1, .resumeRoom), as: House.admin, at: House.start + .seconds(100))
        house.pick(0, at: 125)
        house.pick(1, at: 127)
        let turn = try told(house).filter { $0.contains("1.01") && !$0.contains("starting") }
        #expect(turn == ["0.0 slot 0 on_the_clock 1.01", "120.0 slot 0 ten_seconds 1.01"])
    }

    @Test func preferencesAndMissingDevicesAreRecordedAsReasons() throws {
        var house = House.drafting(.fast(teams: 2, rounds: 1))
        let (first, second) = (house.user(ofSlot: 0), house.user(ofSlot: 1))
        house.pick(0, at: 5)
        house.pick(1, at: 8)
        var world = NoticeWorld(house.log)
        world.alerts = [first: [.draftStarting]]
        world.unreachable = [second]
        try world.run(until: House.start + .seconds(1_000))
        let reasons = world.recorded.values.map { record in
            (record.user, record.content.notices.map { "\($0.kind) \($0.outcome) \($0.reason)" })
        }
        let ofFirst = reasons.filter { $0.0 == first }.flatMap(\.1)
        #expect(
            ofFirst.sorted() == [
                "draftStarting sent none", "onTheClock suppressed preference", "roomFilled suppressed preference",
                "tenSeconds suppressed overtaken",
            ])
        #expect(
            world.recorded.values.filter { $0.user == second }.flatMap(\.content.notices).allSatisfy {
                $0.reason == .noAddress || $0.reason == .overtaken
            })
        #expect(world.deliveries.allSatisfy { $0.notice.id.user == first && $0.notice.id.kind == .draftStarting })
    }

    /// The draft starts at 07:13 in Los Angeles: a quarter of an hour of the night is left, and the turn lasts twelve hours.
    private static let night = QuietHours(from: 22 * 60, until: 7 * 60 + 30, timeZone: "America/Los_Angeles")

    @Test func aTurnOfTheNightIsToldInTheMorning() throws {
        var house = House.drafting(.slow(teams: 2, rounds: 1))
        let first = house.user(ofSlot: 0)
        house.pick(0, at: 7_200)
        house.pick(1, at: 7_300)
        let told = try told(house) { world in
            world.quiet[first] = Self.night
        }
        let morning = Self.night?.end(at: House.start)
        let seconds = try Double((#require(morning) - House.start).microseconds) / 1e6
        #expect(told.contains("\(seconds) slot 0 on_the_clock 1.01"))
        #expect(told.contains("\(seconds) slot 0 slow_draft_email 1.01"))
        #expect(told.allSatisfy { !$0.hasPrefix("0.0 slot 0") })
    }

    @Test func aTurnThatEndsInTheNightIsRecordedAsSuch() throws {
        var house = House.drafting(.fast(teams: 2, rounds: 1))
        let first = house.user(ofSlot: 0)
        house.pick(0, at: 5)
        house.pick(1, at: 6)
        var world = NoticeWorld(house.log)
        world.quiet[first] = Self.night
        try world.run(until: House.start + .seconds(1_000))
        let notices = world.recorded.values.filter { $0.user == first }.flatMap(\.content.notices)
        #expect(notices.first { $0.kind == .onTheClock }?.reason == .quietHours)
        #expect(world.deliveries.allSatisfy { $0.notice.id.user != first })
    }

    @Test func quietHoursFollowTheClockOfTheZone() throws {
        let night = try #require(QuietHours(from: 22 * 60, until: 7 * 60, timeZone: "America/New_York"))
        func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(iso8601: text)) }
        // In the night of 1 November 2026 clocks go back an hour.
        #expect(try night.end(at: moment("2026-11-01T03:30:00Z")) == moment("2026-11-01T12:00:00Z"))
        #expect(try night.end(at: moment("2026-11-02T03:30:00Z")) == moment("2026-11-02T12:00:00Z"))
        #expect(try night.end(at: moment("2026-10-31T03:30:00Z")) == moment("2026-10-31T11:00:00Z"))
        #expect(try night.end(at: moment("2026-10-31T11:00:00Z")) == nil)
        #expect(try night.end(at: moment("2026-10-31T18:00:00Z")) == nil)
        let noon = try #require(QuietHours(from: 12 * 60, until: 13 * 60, timeZone: "UTC"))
        #expect(try noon.end(at: moment("2026-10-31T12:59:59Z")) == moment("2026-10-31T13:00:00Z"))
        #expect(QuietHours(from: 60, until: 60, timeZone: "UTC") == nil)
        #expect(QuietHours(from: 60, until: 1_440, timeZone: "UTC") == nil)
        #expect(QuietHours(from: 60, until: 90, timeZone: "Mars/Olympus") == nil)
    }
}
