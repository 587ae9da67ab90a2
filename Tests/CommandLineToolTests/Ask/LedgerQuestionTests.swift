import CommandTesting
import Draft
import DraftLedger
import Foundation
import Records
import TestSupport
import Testing

/// The ledger day by day, its own history, and who its users are.
@Suite struct LedgerQuestionTests {
    private func ledger() throws -> AskedLedger { try #require(AskedLedger.shared) }

    private func days(_ arguments: String...) throws -> [[String: Any]] {
        let ran = Ran(["--ledger", try ledger().path, "report", "daily"] + arguments + ["--format", "json"])
        #expect(ran.status == 0, "\(ran.messages)")
        return try #require(ran.list)
    }

    private func sum(_ days: [[String: Any]], _ member: String) -> Int {
        days.reduce(0) { $0 + ($1[member] as? Int ?? 0) }
    }

    @Test func daysAddUp() throws {
        let events = try ledger().events
        func cents(_ amount: (Event) -> Cents?) -> Int {
            events.reduce(0) { $0 + Int(amount($1.event)?.value ?? 0) }
        }
        let days = try days()
        #expect(sum(days, "events") == events.count)
        #expect(sum(days, "seatsTaken") == events.count { $0.event.type == .seatTaken })
        #expect(sum(days, "picksByHand") == events.count { $0.event.type == .pickMade })
        #expect(sum(days, "picksByRules") == events.count { $0.event.type == .pickAutomated })
        #expect(sum(days, "usersRegistered") == events.count { $0.event.type == .userRegistered })
        #expect(
            sum(days, "refusals")
                == events.reduce(0) {
                    if case .commandRejected(let event) = $1.event { $0 + Int(event.count) } else { $0 }
                })
        #expect(
            sum(days, "depositsCents")
                == cents { if case .depositRecorded(let event) = $0 { event.amount } else { nil } })
        #expect(
            sum(days, "prizesCents") == cents { if case .prizeCredited(let event) = $0 { event.amount } else { nil } })
        #expect(
            sum(days, "feesCents")
                == cents { if case .entryFeePosted(let event) = $0 { event.amount } else { nil } }
                - cents { if case .entryFeeRefunded(let event) = $0 { event.amount } else { nil } })
        let open = events.count { $0.event.type == .disputeOpened } - events.count { $0.event.type == .disputeResolved }
        #expect(days.last?["openCases"] as? Int == open)
        let dates = days.compactMap { $0["date"] as? String }
        #expect(dates == dates.sorted() && dates.first == String(events[0].recordedAt.iso8601.prefix(10)))
    }

    @Test func aDayIsAsked() throws {
        let all = try days()
        let first = try #require(all.first?["date"] as? String)
        let one = try days("--date", first)
        #expect(one.count == 1 && one[0]["events"] as? Int == all[0]["events"] as? Int)
        let later = try days("--date", "2099-01-01")
        #expect(later.count == 1 && later[0]["activity"] as? Bool == false)
        #expect(later[0]["openCases"] as? Int == all.last?["openCases"] as? Int)
        #expect(try ledger().run("report", "daily", "--date", "2099-01-01").output.contains("2099-01-01  no activity"))
        #expect(try ledger().run("report", "daily", "--date", "soon").status == 64)
        #expect(try ledger().run("report", "--user", "7").messages.contains("--html"))
        #expect(try ledger().run("report", "--user", "7").status == 64)
    }

    @Test func whatRanIsTold() throws {
        let other = try AskedLedger("--rooms 1 --seed 3 --teams 2 --rounds 2 --users 3")
        #expect(other.run("key", "rotate").status == 0)
        let history = try #require(other.run("status", "--history", "--format", "json").list)
        #expect(history.map { $0["type"] as? String }.first == "LedgerCreated")
        let rotated = try #require(history.last)
        #expect(rotated["type"] as? String == "CheckpointKeyRotated" && rotated["key"] is String)
        let started = other.events.count { $0.event.type == .softwareStarted }
        #expect(history.count { $0["type"] as? String == "SoftwareStarted" && $0["rulesVersion"] is Int } == started)
        let text = other.run("status", "--history").output
        #expect(text.contains("checkpoints are signed by a new key") && text.contains("the admin"))
        #expect(
            other.run("status", "--history", "--format", "csv").lines[0].hasPrefix("position,recordedAt,type,actor,"))
    }

    @Test func aProfileIsShownAndErased() throws {
        let other = try AskedLedger("--rooms 1 --seed 3 --teams 2 --rounds 2 --users 3")
        let user = try #require(
            other.events.compactMap { if case .user(let user) = $0.stream { user } else { nil } }.first)
        do {
            let draft = try DraftLedger.open(at: other.path, for: .writing)
            defer { draft.close() }
            try draft.setProfiles([(user, Profile(externalID: "site-77", displayName: "Ann"))])
        }
        let shown = try #require(other.run("profiles", "show", "site-77", "--format", "json").json as? [String: Any])
        #expect(shown["user"] as? UInt64 == user.number)
        #expect((shown["profile"] as? [String: Any])?["displayName"] as? String == "Ann")
        let asked = other.run("profiles", "erase", "Ann")
        #expect(asked.status == 64 && asked.messages.contains("--yes") && asked.output.isEmpty)
        #expect(other.run("profiles", "show", "\(user)").output.contains("Ann"))
        let size = try other.reading { try $0.size }
        let erased = other.run("profiles", "erase", "Ann", "--yes")
        #expect(erased.status == 0 && erased.output.contains("the erasure is complete"))
        #expect(other.run("profiles", "show", "Ann").status == 66)
        #expect(other.run("profiles", "show", "\(user)").output.contains("no profile, or it was erased"))
        let again = try #require(
            other.run("profiles", "erase", "\(user)", "--yes", "--format", "json").json as? [String: Any])
        #expect(again["erased"] as? Bool == false && again["complete"] as? Bool == true)
        #expect(try other.reading { try $0.size } == size + 1, "only who erased it is recorded")
        #expect(other.run("activity", "\(user)").output.contains("profile erased"))
    }
}
