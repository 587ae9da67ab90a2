import CommandTesting
import Draft
import DraftLedger
import Foundation
import Records
import Testing

/// What came in and went out against what providers state, and what members keep themselves from.
@Suite struct HouseMoneyCommandTests {
    /// A lively house, whose providers have stated most of their days.
    private static let house = try? AskedLedger("--rooms 20 --seed 6 --teams 2 --rounds 2")

    private func rows(_ arguments: String...) throws -> [[String: Any]] {
        let house = try #require(Self.house)
        let ran = Ran(["--ledger", house.path] + arguments + ["--format", "json"])
        #expect(ran.status == 0, "\(ran.messages)")
        return try #require(ran.list)
    }

    @Test func everyDayOfAProviderIsHeldAgainstItsStatement() throws {
        let house = try #require(Self.house)
        let days = try rows("reconcile")
        var sums: [String: Int64] = [:]
        var stated: [String: Int] = [:]
        for event in house.events {
            let date = event.recordedAt.iso8601.prefix(10)
            switch event.event {
            case .depositRecorded(let deposit): sums["\(deposit.provider) \(date)", default: 0] += deposit.amount.value
            case .providerStatement(let statement):
                stated["\(statement.provider) \(statement.day.iso8601.prefix(10))", default: 0] += 1
            default: break
            }
        }
        #expect(!stated.isEmpty)
        for day in days {
            let name = "\(day["provider"] as? String ?? "") \(day["date"] as? String ?? "")"
            #expect(day["depositsCents"] as? Int64 == sums[name] ?? 0, "\(name)")
            #expect(day["statements"] as? Int == stated[name] ?? 0, "\(name)")
            let standing = stated[name] == nil ? "unstated" : "covered"
            #expect(day["standing"] as? String == standing, "\(name)")
        }
        #expect(Set(days.compactMap { $0["provider"] as? String }).count > 1)
        // The first day was stated wrongly at first: the last statement counts.
        #expect(stated.values.contains(2))
        let open = try rows("reconcile", "--open")
        #expect(open.count == days.count { $0["standing"] as? String == "unstated" } && !open.isEmpty)
        let provider = try #require(days.first?["provider"] as? String)
        let own = try rows("reconcile", "--provider", provider)
        #expect(own.count == days.count { $0["provider"] as? String == provider })
    }

    @Test func limitsExclusionsAndClosuresAreListed() throws {
        let house = try #require(Self.house)
        let all = try rows("limits")
        let users = Set(
            house.events.compactMap { event -> Int? in
                guard case .user(let user) = event.stream else { return nil }
                return [.limitsSet, .userExcluded, .accountClosed].contains(event.event.type) ? Int(user.number) : nil
            })
        #expect(Set(all.compactMap { $0["user"] as? Int }) == users && users.count == all.count)
        #expect(Set(all.compactMap { $0["account"] as? String }) == ["open", "excluded", "closed"])
        let set = try #require(house.events.last { $0.event.type == .limitsSet })
        let soon = try rows("limits", "--at", (set.recordedAt + .seconds(60)).iso8601)
        let limited = try #require(soon.first { $0["account"] as? String == "open" })
        #expect(limited["entriesPerDay"] as? Int == 0 && limited["feesPerWeekCents"] as? Int == 10_000)
        // The looser limit has not waited its day a minute later.
        #expect(limited["depositsPerDayCents"] as? Int == 2_000 && limited["looserFrom"] is String)
        #expect(limited["laterDepositsPerDayCents"] is NSNull && limited["laterEntriesPerDay"] as? Int == 0)
        let user = "\(limited["user"] as? Int ?? 0)"
        let then = try rows("limits", "--at", (set.recordedAt + PlayLimits.coolingOff).iso8601, "--user", user)
        #expect(then.count == 1 && then.first?["depositsPerDayCents"] is NSNull)
        #expect(then.first?["looserFrom"] is NSNull && then.first?["depositsPerWeekCents"] is Int)
        #expect(try rows("limits", "--at", "2026-08-01").isEmpty)
    }

    @Test func textAndTablesSayTheSame() throws {
        let house = try #require(Self.house)
        let text = Ran(["--ledger", house.path, "reconcile"])
        #expect(text.output.contains("unstated") && text.output.contains("covered"))
        #expect(text.output.contains("moved without a statement."))
        let table = Ran(["--ledger", house.path, "reconcile", "--format", "csv"])
        #expect(table.lines.count { !$0.isEmpty } == (try rows("reconcile").count) + 1)
        let limits = Ran(["--ledger", house.path, "limits"])
        #expect(limits.output.contains("closed") && limits.output.contains("0 entries a day"))
    }

    /// A member's own activity tells of them too.
    @Test func activityTellsOfThem() throws {
        let house = try #require(Self.house)
        for type in [EventType.limitsSet, .userExcluded, .accountClosed] {
            let event = try #require(house.events.first { $0.event.type == type })
            guard case .user(let user) = event.stream else { continue }
            let ran = Ran(["--ledger", house.path, "activity", "\(user)", "--format", "json"])
            let document = try #require(ran.json as? [String: Any])
            let lines = try #require(document["events"] as? [[String: Any]])
            let line = try #require(lines.first { $0["type"] as? String == type.name })
            #expect(line["kind"] as? String == "account")
        }
    }
}
