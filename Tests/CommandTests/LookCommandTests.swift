import CommandTesting
import Draft
import Foundation
import PagesTesting
import Records
import TestSupport
import Testing

/// Commands answer in the shapes that others script against.
@Suite struct LookCommandTests {
    private static func ledger() throws -> LedgerFixture {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        room.pick(0)
        room.autopick(11, .queue, queueVersion: 2)
        return try LedgerFixture(room)
    }

    /// The names of an object's members; none of what is no object.
    private func keys(_ value: Any?) -> Set<String> { Set((value as? [String: Any] ?? [:]).keys) }

    private func has(_ value: Any?, _ names: Set<String>) -> Bool { keys(value).isSuperset(of: names) }

    @Test func aRoomThatIsOverHasNoPickThatIsNext() {
        let scratch = TemporaryDirectory()
        // With this seed room 2 is voided in its draft, and room 4 cancelled before it.
        let options = ["--rooms", "4", "--teams", "4", "--rounds", "5", "--seed", "3"]
        #expect(Ran(["--ledger", scratch("ledger"), "simulate"] + options).status == 0)
        for (room, standing) in [("2", "voided · 10 of 20 picks made"), ("4", "cancelled · 0 of 20 picks made")] {
            let lines = Ran(["--ledger", scratch("ledger"), "room", room]).lines
            #expect(lines.contains(standing), "\(lines.prefix(3))")
        }
    }

    @Test func board() throws {
        let ledger = try Self.ledger()
        let ran = ledger.run("board", "12", "--format", "json")
        #expect(ran.status == 0)
        #expect(
            ran.output.hasPrefix(
                #"{"room":12,"externalID":null,"status":"active","currentPickNumber":3,"teams":2,"rounds":2,"#
                    + #""imported":[],"picks":["#
                    + #"{"pickNumber":1,"round":1,"pickInRound":1,"slot":0,"seat":0,"entry":786433,"#))
        let picks = (ran.json as? [String: Any])?["picks"] as? [[String: Any]]
        #expect(picks?.count == 2)
        #expect(picks?[0]["playerName"] as? String == "Ja'Marr Chase")
        #expect(picks?[0]["source"] as? String == "manual")
        #expect(picks?[1]["source"] as? String == "queue")
        #expect(picks?[1]["position"] as? String == "TE")
        #expect(picks?[0]["recordedAt"] as? String == "2026-08-01T20:01:12.000000Z")
        let csv = ledger.run("board", "12", "--format", "csv")
        #expect(csv.output.hasPrefix("pickNumber,round,pickInRound,slot,seat,entry,"))
        #expect(csv.output.split(separator: "\r\n").count == 3)
    }

    @Test func asOfAMoment() throws {
        let ledger = try Self.ledger()
        let first = ledger.run("board", "12", "--at", "pick:1", "--format", "json").json as? [String: Any]
        #expect((first?["picks"] as? [Any])?.count == 1)
        let before = ledger.run("room", "12", "--at", "seq:2", "--format", "json").json as? [String: Any]
        #expect(before?["status"] as? String == "waiting")
        #expect(ledger.run("board", "12", "--at", "pick:9").status == 66)
        #expect(ledger.run("board", "12", "--at", "pos:1").status == 66)
    }

    @Test func rosters() throws {
        let ran = try Self.ledger().run("rosters", "12", "--format", "json")
        let rosters = ran.list
        #expect(rosters?.count == 2)
        #expect(has(rosters?.first, ["seat", "slot", "entry", "user", "players"]))
        let players = rosters?.first?["players"] as? [[String: Any]]
        #expect(has(players?.first, ["playerID", "playerName", "position", "pickNumber"]))
    }

    @Test func rooms() throws {
        let ran = try Self.ledger().run("rooms", "--format", "json")
        #expect(
            ran.output.hasPrefix(
                #"{"rooms":[{"room":12,"externalID":null,"contest":"Best Ball Classic","status":"active","teams":2,"#
                    + #""rounds":2,"picks":2,"entries":2,"#))
    }

    @Test func exposureCountsUnfinishedRoomsOnlyOnDemand() throws {
        let ledger = try Self.ledger()
        #expect((ledger.run("exposure", "--format", "json").json as? [String: Any])?["entries"] as? Int == 0)
        let ran = ledger.run("exposure", "--include-unfinished", "--format", "json")
        #expect(
            ran.output.hasPrefix(
                #"{"entries":2,"players":[{"playerID":"0","name":"Ja'Marr Chase","position":"WR","team":"CIN","#
                    + #""drafted":1,"exposure":0.5,"feeWeightedExposure":0.5,"averagePick":1.0,"#))
        let text = ledger.run("exposure", "--include-unfinished", "--position", "te")
        #expect(text.output.contains("50.0 %"))
        #expect(!text.output.contains("Chase"))
    }

    @Test func moneyAddsUp() throws {
        let ledger = try Self.ledger()
        #expect(
            ledger.run("balances", "--format", "json").output
                == #"{"accounts":[{"account":"user/1/available","balanceCents":7500,"statedCents":null,"#
                + #""unstatedCents":null},"#
                + #"{"account":"user/1/held","balanceCents":2500,"statedCents":null,"unstatedCents":null},"#
                + #"{"account":"external/stripe","balanceCents":-10000,"statedCents":null,"unstatedCents":-10000}],"#
                + #""totalCents":0}"# + "\n")
        let statement = ledger.run("statement", "1", "--format", "json").json as? [String: Any]
        let postings = statement?["postings"] as? [[String: Any]]
        #expect(postings?.count == 2)
        #expect(postings?[1]["availableBeforeCents"] as? Int == 10_000)
        #expect(postings?[1]["availableAfterCents"] as? Int == 7_500)
        #expect(postings?[1]["heldAfterCents"] as? Int == 2_500)
        let text = ledger.run("statement", "1").output
        #expect(text.contains("entry in room 12") && text.contains("deposit, unstated  the admin  external/stripe"))
        #expect(ledger.run("statement", "nobody").status == 66)
        #expect(!text.contains("one payment"))
    }

    @Test func events() throws {
        let ledger = try Self.ledger()
        let ran = ledger.run("events", "--room", "12", "--type", "pickmade", "--format", "json")
        let event = ran.json as? [String: Any]
        #expect(
            has(
                event,
                [
                    "position", "stream", "version", "previous", "type", "recordedAt", "occurredAt", "actor",
                    "commandID",
                    "body",
                ]))
        #expect(event?["actor"] as? String == "user/1")
        #expect(ledger.run("events", "--limit", "3").lines.count == 5, "a header, three events, the last line's end")
        let csv = ledger.run("events", "--room", "12", "--limit", "1", "--format", "csv")
        #expect(csv.lines[0].hasPrefix("position,stream,version,previous,type,"))
        #expect(csv.lines[1].contains(#""{""preset""#) || csv.lines[1].contains(#","{"""#))
    }

    @Test func replay() throws {
        let ledger = try Self.ledger()
        let ran = ledger.run("replay", "12")
        #expect(ran.output.contains("1.01 Ann takes") || ran.output.contains("1.01 user 1 takes"))
        #expect(ledger.run("replay", "12", "--play").output == ran.output, "a pipe gets the timeline")
        let at = ledger.run("replay", "12", "--at", "pick:1")
        #expect(at.output.contains("as of pick:1"))
        #expect(at.output.contains("│1.01 WR·CIN"))
    }

    @Test func keeping() throws {
        let ledger = try Self.ledger()
        let status = ledger.run("status", "--format", "json")
        #expect(status.output.hasPrefix("{\"path\":\"\(ledger.path)\",\"origin\":\"example.com/test\",\"size\":"))
        #expect(
            keys(status.json)
                == [
                    "path", "origin", "size", "root", "streams", "rooms", "bytes", "projections", "closedAt", "follows",
                    "notes",
                ])
        let verified = ledger.run("verify", "--format", "json")
        #expect(verified.status == 0)
        #expect(keys(verified.json).isSuperset(of: ["ok", "size", "root", "checked", "findings", "notes"]))
        #expect(verified.output.hasPrefix(#"{"ok":true,"size":"#))
        #expect(ledger.run("rebuild").status == 0)
        #expect(ledger.run("rebuild", "rosters").output.hasPrefix("rebuilt rosters from "))
        #expect(ledger.run("rebuild", "nothing").status == 66)
        #expect(ledger.run("schema").output.hasPrefix("<?xml"))
    }
}
