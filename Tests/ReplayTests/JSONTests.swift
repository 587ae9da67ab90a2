import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Replay
import Testing
import TextFormats

@testable import Pages  // the JSON of a what-if without its page

/// The shapes that others script against.
struct JSONTests {
    private func object(_ json: JSON) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
    }

    private func table() -> DraftTable {
        var table = DraftTable()
        let user = table.userOnClock
        table.pick(9, at: 33)
        table.send(
            .room(1, .makePick(MakePick(pick: 1, player: 9, claimedAt: DraftTable.at(29)))), as: .user(user),
            at: DraftTable.at(33.5))
        while table.room.status == .active {
            if table.room.member(at: table.seatOnClock)?.autodraft == true {
                let now = table.pending.last!.recordedAt! + .milliseconds(400)
                let pick = table.room.currentPickNumber
                table.must(.room(1, .automatePick(pick: pick, epoch: table.room.epoch)), as: .scheduler, at: now)
            } else {
                table.expire()
            }
        }
        return table
    }

    @Test func aDisputeIsWritten() throws {
        let house = try table().ledger()
        let report = try Dispute(house.ledger).judge(room: 1, pick: 1)
        let json = try object(report.json)
        #expect(json["room"] as? Int == 1)
        #expect(json["pickNumber"] as? Int == 1)
        #expect(json["verdict"] as? String == "rejected")
        let reasons = try #require(json["reasons"] as? [[String: Any]])
        #expect(reasons.allSatisfy { $0["text"] is String && $0["positions"] is [Int] })
        let timeline = try #require(json["timeline"] as? [[String: Any]])
        #expect(timeline.contains { $0["marginToGraceMicroseconds"] as? Int == 2_000_000 })
    }

    @Test func aWhatIfIsWrittenWithoutAndWithADifference() throws {
        let house = try table().ledger()
        let whatIf = try WhatIf(RoomHistory(of: 1, in: house.ledger))
        let same = try object(whatIf.run().json)
        #expect(same["firstDivergence"] is NSNull)
        #expect(same["changed"] as? Int == 0)
        #expect((same["seats"] as? [Any])?.count == 2)
        let other = try object(whatIf.run(WhatIfChange(grace: .zero)).json)
        let divergence = try #require(other["firstDivergence"] as? [String: Any])
        #expect(divergence["pickNumber"] as? Int == 1)
        #expect((divergence["was"] as? [String: Any])?["playerName"] as? String == "P9")
        #expect((divergence["becomes"] as? [String: Any])?["playerID"] as? String == "id-0")
        #expect(other["changed"] as? Int == 2)
    }

    @Test func anAuditIsWritten() throws {
        let house = try table().ledger()
        let clean = try object(AuditPage(report: Audit(house.ledger).run()).json)
        #expect(clean["ok"] as? Bool == true)
        #expect((clean["checked"] as? [String: Any])?["picks"] as? Int == 12)
        #expect((clean["findings"] as? [Any])?.isEmpty == true)
    }
}
