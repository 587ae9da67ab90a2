import Draft
import DraftLedger
import Foundation
import Notices
import TestSupport
import Testing
import TextFormats

@testable import Server  // channels are configured

/// How members are told what happens, through a real server with a file as its channel.
@Suite(.withinTheRun) struct ContactTests {
    private let directory = TemporaryDirectory()

    private func table() async throws -> Table {
        let path = directory("notices.jsonl") as String
        return try await Table { $0.notices.file = path }
    }

    private func outbox(of table: Table) throws -> Outbox { try Outbox(path: NoticeCenter.path(in: table.ledger.path)) }

    @Test func membersOfADraftAreToldAndTheLedgerHasIt() async throws {
        let table = try await table()
        try await table.draft()
        for player in 0..<4 { try await table.pick(player) }
        let (anna, ben) = (UserID(table.anna.user), UserID(table.ben.user))
        var told: [UserID: [NoticesRecorded.Notice]] = [:]
        while told.values.reduce(0, { $0 + $1.count }) < 10 || told.count < 2 {
            try await Task.sleep(for: .milliseconds(20))
            for user in [anna, ben] {
                told[user] = try table.ledger.stream(.user(user)).flatMap { recorded -> [NoticesRecorded.Notice] in
                    if case .noticesRecorded(let notices) = recorded.event { notices.notices } else { [] }
                }
            }
        }
        let sent = told.values.joined().filter { $0.outcome == .sent }
        let lines = try String(contentsOfFile: directory("notices.jsonl"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count >= sent.count && !sent.isEmpty)
        #expect(lines.contains { $0.contains(#""title":"Your Turn!""#) && $0.contains(#""type":"on_the_clock""#) })
        let metrics = try await table.server.get("/metrics").text
        #expect(metrics.contains(#"draftledger_notices_total{channel="file",kind="onTheClock",outcome="sent"}"#))
        #expect(metrics.contains("draftledger_notice_lag_events "))
        try await table.server.stop()
    }

    @Test func aMemberSetsQuietHoursAndRemovesDevices() async throws {
        let table = try await table()
        let path = "/v1/users/me/contact"
        let empty = try await table.server.get(path, as: table.anna.token)
        #expect(empty.text.hasPrefix(#"{"devices":[],"email":null,"quietHours":null}"#))
        let registered = try await table.server.send(
            "POST", "/api/user/fcm-token", as: table.anna.token, #"{"token":"a-device"}"#)
        #expect(registered.status == 200)
        let hours = #"{"from":"22:00","until":"07:30","timeZone":"America/New_York"}"#
        let set = try await table.server.send("PUT", path + "/quiet-hours", as: table.anna.token, hours)
        #expect(try set.json["quietHours"]?["timeZone"]?.string == "America/New_York")
        let contact = try await table.server.get(path, as: table.anna.token).json
        #expect(contact["quietHours"]?["from"]?.string == "22:00" && contact["quietHours"]?["until"]?.string == "07:30")
        // The token is the device's secret: no answer has it.
        let device = try #require(contact["devices"]?.elements.first)
        #expect(device["purpose"]?.string == "notices" && device["tokenDigest"]?.string?.count == 64)
        #expect(try await !table.server.get(path, as: table.anna.token).text.contains("a-device"))
        #expect(try await table.server.get(path, as: table.ben.token).text == empty.text)
        for body in [
            "{}", #"{"from":"22:00","until":"22:00","timeZone":"UTC"}"#,
            #"{"from":"24:00","until":"07:00","timeZone":"UTC"}"#,
            #"{"from":"22:00","until":"07:00","timeZone":"Mars"}"#,
            #"{"from":22,"until":7,"timeZone":"UTC"}"#, "[]", "x",
        ] {
            let answer = try await table.server.send("PUT", path + "/quiet-hours", as: table.anna.token, body)
            #expect(answer.status == 400, "\(body)")
        }
        #expect(try await table.server.send("PUT", path + "/quiet-hours", hours).status == 401)
        let removed = try await table.server.send("DELETE", path + "/quiet-hours", as: table.anna.token)
        #expect(try removed.json["quietHours"]?.isNull == true)
        let without = try await table.server.send("DELETE", path + "/devices", as: table.anna.token)
        #expect(without.text == empty.text)
        try await table.server.stop()
    }

    @Test func anErasedAccountLeavesNoAddress() async throws {
        let table = try await table()
        _ = try await table.server.send("POST", "/api/user/fcm-token", as: table.anna.token, #"{"token":"a-device"}"#)
        let user = UserID(table.anna.user)
        #expect(try outbox(of: table).contact(of: user).devices.count == 1)
        let all = try table.ledger.wallet(user).available
        let hold = Command.wallet(user, .holdWithdrawal(amount: all, provider: "play"))
        _ = try await table.ledger.send(hold, as: .user(user), id: .random()).get()
        _ = try await table.ledger.send(
            .wallet(user, .postWithdrawal(withdrawal: 1, reference: "w1")), as: .provider(onBehalfOf: user),
            id: .random()
        ).get()
        #expect(try await table.server.send("DELETE", "/v1/users/me", as: table.anna.token).status == 204)
        #expect(try outbox(of: table).contact(of: user) == Contact())
        try await table.server.stop()
    }

    @Test func aServerWithoutChannelsStoresNoAddress() async throws {
        let table = try await Table()
        let answer = try await table.server.send(
            "POST", "/api/user/fcm-token", as: table.anna.token, #"{"token":"a-device"}"#)
        #expect(answer.status == 200)
        let hours = #"{"from":"22:00","until":"07:30","timeZone":"UTC"}"#
        let refused = try await table.server.send(
            "PUT", "/v1/users/me/contact/quiet-hours", as: table.anna.token, hours)
        #expect(refused.status == 404)
        #expect(!FileManager.default.fileExists(atPath: NoticeCenter.path(in: table.ledger.path)))
        try await table.server.stop()
    }
}
