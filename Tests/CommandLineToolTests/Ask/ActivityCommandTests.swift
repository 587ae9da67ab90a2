import CommandTesting
import DraftLedger
import Foundation
import PagesTesting
import Records
import Testing

@testable import Draft  // events are made one by one
@testable import Pages  // ActivityPage is made of events that no simulation has

/// Everything of one user is in one chronology, and nobody else's number.
@Suite struct ActivityCommandTests {
    private func ledger() throws -> AskedLedger { try #require(AskedLedger.shared) }

    private func activity(of user: UserID, _ more: String...) throws -> [[String: Any]] {
        let ran = Ran(["--ledger", try ledger().path, "activity", "\(user)", "--format", "json"] + more)
        #expect(ran.status == 0)
        return try #require((ran.json as? [String: Any])?["events"] as? [[String: Any]])
    }

    @Test func everythingIsThere() throws {
        let ledger = try ledger()
        let user = try ledger.user
        let listed = try activity(of: user)
        let kinds = Set(listed.compactMap { $0["kind"] as? String })
        #expect(kinds.isSuperset(of: ["money", "entry", "pick", "queue", "refusal", "connection", "case", "room"]))
        func count(_ type: String) -> Int { listed.count { $0["type"] as? String == type } }
        let made = ledger.events.count { $0.event.type == .pickMade && $0.origin?.actor.user == user }
        #expect(count("PickMade") == made && made > 0)
        #expect(
            count("DepositRecorded")
                == ledger.events.count {
                    $0.event.type == .depositRecorded && $0.stream == .wallet(user)
                })
        let refused = listed.filter { $0["kind"] as? String == "refusal" }
        #expect(refused.allSatisfy { $0["code"] is String })
        #expect(refused.contains { $0["marginMicroseconds"] is Int })
        let positions = listed.compactMap { $0["position"] as? Int }
        #expect(positions == positions.sorted() && positions.count == listed.count)
    }

    @Test func nobodyElseIsNamed() throws {
        let ledger = try ledger()
        let users = Set(
            ledger.events.compactMap { if case .seatTaken(let taken) = $0.event { taken.user } else { nil } })
        for user in users {
            for format in ["text", "json", "csv", "html"] {
                let output = ledger.run("activity", "\(user)", "--format", format).output
                let named = output.matches(of: #/(?:user|wallet|admin)[ \/](\d+)/#).map { String($0.1) }
                #expect(Set(named).isSubset(of: ["\(user)"]), "\(format) of user \(user)")
                #expect(output.contains("user \(user)") || output.contains("user/\(user)"))
            }
            for event in try activity(of: user) {
                let body = try #require(event["body"] as? [String: Any])
                for member in [
                    "user", "claimant", "approvedBy", "requestedBy", "resolvedBy", "firstApprover", "secondApprover",
                ]
                where body[member] is Int { #expect(body[member] as? UInt64 == user.number) }
            }
        }
    }

    @Test func timesNarrowIt() throws {
        let user = try ledger().user
        let all = try activity(of: user)
        let middle = try #require(all[all.count / 2]["recordedAt"] as? String)
        let (before, after) = (try activity(of: user, "--until", middle), try activity(of: user, "--since", middle))
        #expect(before.count + after.count == all.count && !before.isEmpty && !after.isEmpty)
    }

    @Test func thePageStandsAloneAndEscapesNames() throws {
        let other = try AskedLedger("--rooms 1 --seed 3 --teams 2 --rounds 2 --users 3")
        do {
            let draft = try DraftLedger.open(at: other.path, for: .writing)
            defer { draft.close() }
            try draft.setProfiles([(1, Profile(externalID: "x", displayName: "<b>Ann & \"Bob\"</b>"))])
        }
        let user = try #require(
            other.events.compactMap { if case .wallet(let user) = $0.stream { user } else { nil } }.first)
        if user != 1 {
            let draft = try DraftLedger.open(at: other.path, for: .writing)
            defer { draft.close() }
            try draft.setProfiles([(user, Profile(externalID: "y", displayName: "<b>Ann & \"Bob\"</b>"))])
        }
        let page = other.run("activity", "\(user)", "--format", "html").output
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        #expect(page.contains("Activity of &lt;b&gt;Ann &amp; &quot;Bob&quot;&lt;/b&gt;") && !page.contains("<b>Ann"))
        #expect(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"))
    }

    @Test func whatOthersDidIsMarked() {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        room.add(
            .clockExtended(
                ClockExtended(
                    pick: 1, epoch: 2, deadline: room.now + .seconds(90), graceEndsAt: room.now + .seconds(95),
                    reason: "his line was down")), actor: .admin(9, onBehalfOf: 1))
        var page = ActivityPage(of: 1, names: room.view)
        for event in room.events { page.add(event) }
        #expect(page.lines.last?.isByOther == true)
        #expect(
            page.lines.last?.words.plain
                == "clock of 1.01 extended until 20:02:30, by the admin for Ann: his line was down")
        #expect(page.lines.filter(\.isByOther).count == 1)
    }

    @Test func aRefusalIsToldWithItsCauseAndAnOutageWithTheLengthOfItsMoments() {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        var refused = CommandRejected.blank
        (refused.command, refused.code) = (.joinTournament, .limitExceeded)
        refused.detail =
            "Fees of 2500 cents on top of 100000 exceed the limit of 50000 cents per day that the user has set."
        room.add(.commandRejected(refused), actor: .user(1))
        let began = room.now
        room.now = began + .seconds(142)
        let pause = RoomPaused(kind: .outage, pick: 1, remaining: .seconds(30), reason: "")
        room.add(.roomPaused(pause), actor: .scheduler, occurredAt: began)
        room.add(.roomResumed(RoomResumed(kind: .outage, pick: 1)), actor: .scheduler)
        var page = ActivityPage(of: 1, names: room.view)
        for event in room.events { page.add(event) }
        let lines = page.lines.suffix(3).map(\.words.plain)
        #expect(
            lines[0].hasSuffix(
                ": Fees of 25.00 on top of 1,000.00 exceed the limit of 500.00 per day that the user has set."))
        #expect(lines[2].contains("paused for 2:22"), "\(lines[2])")
    }
}
