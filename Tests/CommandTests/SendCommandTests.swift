import CommandTesting
import Draft
import DraftLedger
import Foundation
import TestSupport
import Testing

/// Commands from a file, through the desk of a simulated ledger.
@Suite struct SendCommandTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String

    init() {
        ledger = scratch("ledger")
        let simulated = Ran([
            "--ledger", ledger, "simulate", "--rooms", "1", "--teams", "2", "--rounds", "2", "--seed", "7",
        ])
        #expect(simulated.status == 0)
    }

    private func send(_ lines: [String], _ more: String...) throws -> Ran {
        try scratch.write(lines.map { $0 + "\n" }.joined(), to: "commands.jsonl")
        return Ran(["--ledger", ledger, "send", scratch("commands.jsonl")] + more)
    }

    private func size() throws -> UInt64 {
        let draft = try DraftLedger.open(at: ledger)
        defer { draft.close() }
        return try draft.size
    }

    /// The outcomes, as programs read them.
    private func outcomes(_ ran: Ran) throws -> [[String: Any]] {
        try ran.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    /// Users 9001 and 9002 with money, and tournament 900 whose rooms of two start as soon as they are full.
    private static let house = [
        #"{"kind":"registerUser","user":9001,"actor":"user/9001"}"#,
        #"{"kind":"registerUser","user":9002,"actor":"user/9002"}"#,
        #"{"kind":"recordDeposit","user":9001,"amount":500,"provider":"bank","reference":"a","actor":"provider"}"#,
        #"{"kind":"recordDeposit","user":9002,"amount":500,"provider":"bank","reference":"b","actor":"provider"}"#,
        #"{"kind":"publishPool","pool":900,"externalID":"","title":"Small","players":["#
            + (0..<5).map {
                #"{"index":\#($0),"position":"wideReceiver","externalID":"","name":"P\#($0)","team":""}"#
            }.joined(separator: ",") + "]}",
        #"{"kind":"createTournament","tournament":900,"pool":900,"entryFee":500,"rakeBasisPoints":0,"#
            + #""preset":"custom","teams":2,"rounds":2,"pickClock":600000000,"grace":0,"countdown":0,"#
            + #""tickInterval":60000000,"limitQB":3,"limitRB":7,"limitWR":9,"limitTE":3,"autopickPolicy":1,"#
            + #""missedPicksBeforeAutodraft":0,"prizes":[],"title":"Small","externalID":""}"#,
    ]

    @Test func aRoomIsDraftedFromTheFirstToTheLastCommand() throws {
        let built = try send(Self.house, "--as", "admin")
        #expect(built.status == 0, "\(built.messages)\(built.output)")
        #expect(built.lines.last { !$0.isEmpty } == "6 commands accepted")

        let joined = try send(
            [
                #"{"kind":"joinTournament","user":9001,"tournament":900,"entries":1,"actor":"user/9001"}"#, "",
                #"{"kind":"joinTournament","user":9002,"tournament":900,"entries":1,"actor":"user/9002"}"#,
            ], "--format", "json")
        #expect(joined.status == 0, "\(joined.messages)")
        let outcomes = try outcomes(joined)
        #expect(outcomes.map { $0["line"] as? Int } == [1, 3])
        let events = try #require(outcomes[0]["events"] as? [[String: Any]])
        #expect(events.map { $0["type"] as? String } == ["RoomOpened", "SeatTaken", "EntryFeeHeld"])
        let name = try #require(events[0]["stream"] as? String)
        guard case .room(let room)? = StreamKey(name) else { throw CocoaError(.coderInvalidValue) }

        #expect(try send([#"{"kind":"startDraft","room":\#(room)}"#], "--as", "scheduler").status == 0)
        let users = try draftOrder(of: room)
        let picks = [0, 1, 1, 0].enumerated().map { index, slot in
            #"{"kind":"makePick","room":\#(room),"pick":\#(index + 1),"player":\#(index),"actor":"user/\#(users[slot])"}"#
        }
        let drafted = try send(picks)
        #expect(drafted.status == 0, "\(drafted.messages)\(drafted.output)")
        #expect(drafted.lines[0].contains("accepted  PickMade, ClockStarted at "))
        #expect(drafted.lines[3].contains("accepted  PickMade, DraftCompleted at "))
        #expect(Ran(["--ledger", ledger, "audit"]).status == 0)
        let board = Ran(["--ledger", ledger, "room", "\(room)", "--format", "json"]).output
        #expect(board.contains("complete"))
    }

    private func draftOrder(of room: RoomID) throws -> [UserID] {
        let draft = try DraftLedger.open(at: ledger)
        defer { draft.close() }
        let state = try #require(try draft.room(room))
        return try state.seatOfSlot.map { try #require(state.member(at: $0)?.user) }
    }

    @Test func whatIsSentAgainUnderItsIDIsAnsweredAsBefore() throws {
        let lines = (1...3).map {
            #"{"kind":"registerUser","user":\#(9_000 + $0),"id":"0000000000000000000000000000000\#($0)"}"#
        }
        #expect(try send(lines, "--as", "importer").status == 0)
        let size = try size()
        let again = try send(lines, "--as", "importer")
        #expect(again.status == 0)
        #expect(again.lines[2].contains("accepted before  UserRegistered at "))
        #expect(again.lines[3] == "3 commands accepted, 3 of them retries")
        #expect(try self.size() == size)

        let json = try outcomes(try send(lines, "--as", "importer", "--format", "json"))
        #expect(json.allSatisfy { $0["retry"] as? Bool == true && $0["outcome"] as? String == "accepted" })
        // Another sender's id is another; another content is refused.
        #expect(try send([lines[0]], "--as", "admin").output.contains("alreadyExists"))
        let other = try send(
            [#"{"kind":"setAlertPreferences","user":9001,"preferences":0,"id":"00000000000000000000000000000001"}"#],
            "--as", "importer")
        #expect(other.status == 1 && other.output.contains("duplicateCommand"))
    }

    @Test func aRefusalKeepsNothingBack() throws {
        let ran = try send([
            #"{"kind":"registerUser","user":9001,"actor":"user/9001"}"#,
            #"{"kind":"makePick","room":1,"pick":1,"player":0,"actor":"user/9001"}"#,
            #"{"kind":"registerUser","user":9002,"actor":"user/9002"}"#,
        ])
        #expect(ran.status == 1 && ran.messages.isEmpty)
        #expect(ran.lines[1].contains("refused  draftComplete: The draft of room 1 is complete."))
        #expect(ran.lines[3] == "2 commands accepted, 1 refused")

        let json = try outcomes(
            try send(
                [#"{"kind":"makePick","room":1,"pick":1,"player":0,"id":"0000000000000000000000000000000a"}"#], "--as",
                "user/9001", "--format", "json"))
        #expect(json[0]["outcome"] as? String == "refused" && json[0]["code"] as? String == "draftComplete")
        #expect(json[0]["id"] as? String == "0000000000000000000000000000000a" && json[0]["pick"] as? Int == 1)
        #expect(!(json[0]["margin"] is NSNull) && json[0]["position"] is Int)

        let csv = try send([#"{"kind":"startDraft","room":99}"#], "--as", "scheduler", "--format", "csv")
        #expect(csv.status == 1 && csv.output.hasPrefix("line,kind,actor,id,outcome,"))
        #expect(csv.output.contains(",refused,false,,wrongStatus,") || csv.output.contains(",unknownRoom,"))
    }

    @Test(
        arguments: [
            ("no JSON", "line 2, column 1: "),
            (#"{"kind":"registerUser","user":9002} "#, "line 2, column 1: the member 'actor' is missing"),
            (#"{"kind":"registerUser","actor":"user/1"}"#, "line 2, column 1: the member 'user' is missing"),
            (#"{"kind":"registerUser","user":"x","actor":"user/1"}"#, "line 2, column 31: the member 'user' is \"x\""),
            (#"{"kind":"register","user":9002,"actor":"user/1"}"#, "line 2, column 9: the kind of command is"),
            (#"{"kind":"registerUser","user":9002,"actor":"user/1","us":1}"#, "line 2, column 58: the member 'us'"),
            (#"{"kind":"registerUser","user":1,"user":2,"actor":"user/1"}"#, "or occurs twice"),
            (#"{"kind":"registerUser","user":9002,"actor":"user/1""#, "line 2, column "),
        ])
    func oneBadLineKeepsAllFromBeingSent(line: String, message: String) throws {
        let size = try size()
        let good = #"{"kind":"registerUser","user":9001,"actor":"user/9001"}"#
        let ran = try send([good, line, good])
        #expect(ran.status == 65 && ran.output.isEmpty)
        #expect(
            ran.messages.contains(scratch("commands.jsonl") + ", ") && ran.messages.contains(message), "\(ran.messages)"
        )
        #expect(ran.messages.contains("so nothing was"))
        #expect(try self.size() == size)
    }

    @Test func aDryRunSendsNothing() throws {
        let size = try size()
        let ran = try send(Self.house, "--as", "admin", "--dry-run")
        #expect(ran.status == 0 && ran.lines.contains("6 commands read, none sent"))
        #expect(try self.size() == size)
    }

    @Test func commandsComeFromStandardInput() throws {
        let line = #"{"kind":"registerUser","user":9001}"#
        let arguments = ["--ledger", ledger, "send", "-", "--as", "user/9001"]
        let ran = Ran(arguments, input: line + "\r\n\n")
        #expect(ran.status == 0 && ran.lines[0].contains("UserRegistered"))
        let bad = Ran(arguments, input: "x")
        #expect(bad.status == 65 && bad.messages.contains("standard input, line 1, column 1: "))
    }

    @Test func aProgramPipesItsCommandsIn() throws {
        let script = #"printf '{"kind":"registerUser","user":9001}\n' | "$0" --ledger "$1" send - --as user/9001"#
        let ran = try ChildProcess.run(
            URL(filePath: "/bin/sh"), ["-c", script, Executables.draftledger.path, ledger])
        #expect(ran.end == .exit(0))
        #expect(
            try send([#"{"kind":"registerUser","user":9001}"#], "--as", "user/9001").output.contains("alreadyExists"))
    }

    @Test func whatCannotBeOpenedIsNamed() throws {
        #expect(Ran(["--ledger", ledger, "send", scratch("nothing.jsonl")]).status == 66)
        try scratch.write(#"{"kind":"startDraft","room":1,"actor":"scheduler"}"#, to: "one.jsonl")
        #expect(Ran(["--ledger", scratch("none"), "send", scratch("one.jsonl")]).status == 66)
        #expect(Ran(["--ledger", ledger, "send", scratch("one.jsonl"), "--as", "bob"]).status == 64)
        let writer = try DraftLedger.open(at: ledger, for: .writing)
        defer { writer.close() }
        #expect(Ran(["--ledger", ledger, "send", scratch("one.jsonl")]).status == 75)
    }
}
