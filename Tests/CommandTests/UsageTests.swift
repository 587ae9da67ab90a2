import ArgumentParser
import CommandTesting
import DraftLedger
import Foundation
import Pages
import PagesTesting
import Testing
import ToolSupport

@testable import CommandLineTool  // the list of commands, and a ledger that one of them has open

/// Mistakes are told in a line or two, with the exit status that scripts expect.
@Suite struct UsageTests {
    @Test(
        arguments: [
            (["board"], Int32(64), "Missing expected argument '<room>'"),
            (["nonsense"], 64, "There is no command 'nonsense'. `draftledger --help`"),
            (["exposures"], 64, "There is no command 'exposures'. Did you mean `exposure`?"),
            (["--ledger", "a", "rostres", "1"], 64, "Did you mean `rosters`?"),
            (["--ledger=a", "pairs", "--top", "-5"], 64, "--limit -5: expected 1 or more"),
            (["pairs", "--minimum", "-1"], 64, "--minimum -1: expected 1 or more"),
            (["duplicates", "--first", "-2"], 64, "--first -2: expected 1 to 30"),
            (["exposure", "--slot", "-1"], 64, "The value '-1' is invalid for '--draft-position"),
            (["exposure", "--slot", "33"], 64, "--draft-position 33: expected 1 to 32"),
            (["exposure", "--slot", "0"], 64, "--draft-position 0: expected 1 to 32"),
            (["pairs", "--top", "9223372036854775808"], 64, "--limit 9223372036854775808: expected 1 or more"),
            (["exposure", "--at", "seq:5"], 64, "seq:5 is a moment of one room"),
            (["balances", "--at", "pick:5"], 64, "pick:5 is a moment of one room"),
            (["board", "1", "--at", "yesterday"], 64, "'yesterday' is not a point in time. Write pos:991"),
            (["board", "1", "--format", "xml"], 64, "xml"),
            (["events", "--type", "pick"], 64, "Did you mean PickMade"),
            (["events", "--stream", "rooms/1"], 64, "room/12"),
            (["events", "--actor", "boss"], 64, "'boss' is not an actor"),
            (["events", "--since", "soon"], 64, "'soon' is not a time"),
            (
                ["events", "--since", "2026-08-02", "--until", "2026-08-01"], 64,
                "Name an earlier --since or a later --until"
            ),
            (["activity", "7", "--format", "xml"], 64, "xml"),
            (["import", "x.csv", "--as", "mfl", "--rounds", "18"], 64, "--rounds needs --input-format underdog"),
            (
                ["import", "x.csv", "--as", "underdog", "--rounds", "31"], 64,
                "--rounds 31: expected 1 to 30"
            ),
            (["exposure", "--position", "XX"], 64, "expected one of QB"),
            (["replay", "1", "--speed", "0"], 64, "0.1 to 10000"),
            (["--ledger", "/nowhere/at/all", "rooms"], 66, "/nowhere/at/all"),
            (["--ledger", "", "rooms"], 64, "--ledger is empty"),
            (["consistency", "--from", "0"], 64, "--old-size is 0: expected 1 or more"),
            (["consistency", "--from", "9", "--to", "8"], 64, "--new-size is 8: expected 9"),
            (["dispute", "1", "--pick", "-1"], 64, "The value '-1' is invalid for '--pick <pick>'"),
            (["evidence", "create", "1", "--pick", "-1", "-o", "x"], 64, "'-1' is invalid for '--pick"),
            (["evidence", "create", "1", "--pick", "1", "--seat", "-1", "-o", "x"], 64, "'-1' is invalid for '--seat"),
            (
                ["evidence", "create", "--entry", "1", "-o", "x"], 64,
                "Name a room and --pick, or --case alone, or a score"
            ),
            (["evidence", "create", "--week", "9", "-o", "x"], 64, "With --week name --entry, or a room and --user"),
            (["case", "open", "1", "--pick", "-1", "--claim", "x"], 64, "'-1' is invalid for '--pick"),
            (["case", "open", "1", "--pick", "1", "--claim", " \t"], 64, "--claim is empty: found blanks"),
            (
                ["case", "resolve", "1", "--verdict", "upheld", "--by", "-9", "--reason", "x"], 64,
                "'-9' is not a user ID"
            ),
            (["what-if", "1", "--without", "-1"], 64, "'-1' is invalid for '--without"),
            (["what-if", "1", "--grace", "-1"], 64, "--grace is -1.0: expected 0"),
            (
                ["what-if", "1", "--grace", "0.0000001"], 64,
                "--grace is 1e-07: expected seconds with at most six decimals"
            ),
            (
                ["what-if", "1", "--clock", "29.9999995"], 64,
                "--pick-clock is 29.9999995: expected seconds with at most six decimals"
            ),
            (["witness", "request", "--old", "-1"], 64, "'-1' is invalid for '--old-size"),
            (["events", "--from", "-1"], 64, "'-1' is invalid for '--from"),
            (["simulate", "--rooms", "1", "--teams", "-1"], 64, "'-1' is invalid for '--teams"),
            (["replay", "1", "--html", "x", "--format", "json"], 64, "--html writes a page"),
            (["replay", "1", "--speed", "5"], 64, "--speed is the speed of --play"),
            (
                ["what-if", "1"], 64,
                "Name at least one change: --grace, --pick-clock, --limits, --without or --insert."
            ),
            (["diff", "a.ledger", "a.ledger"], 64, "'a.ledger' was named twice. Name two ledgers"),
            (["diff", "--fold", "room", "room"], 64, "'room' was named twice. Name two projections"),
            (
                ["evidence", "verify", "b.tar"], 64,
                "Name the key that you trust: --verifier-key KEY, or a file with --policy."
            ),
            (
                ["evidence", "verify", "b.tar", "--key", "k", "--policy", "p"], 64,
                "--verifier-key and --policy exclude each other"
            ),
            // An option that does not exist comes before whatever follows from that.
            (
                ["dispute", "--usr", "16"], 64,
                "Unknown option '--usr'. Did you mean '--user'? `draftledger dispute --help` lists the options."
            ),
            (["evidence", "create", "--caze", "1794"], 64, "Unknown option '--caze'. Did you mean '--case'?"),
            (["dispute", "1", "--pikc", "3"], 64, "Unknown option '--pikc'. Did you mean '--pick'?"),
            (["board", "--rom", "1"], 64, "Unknown option '--rom'."),
            (
                ["exposure", "--top", "-5", "--sinze=2026-01-01"], 64,
                "Unknown option '--sinze'. Did you mean '--since'?"
            ),
            (["case", "resolve", "1", "--verdict", "maybe", "--why", "x"], 64, "Unknown option '--why'."),
            (["contest", "open", "--pool", "0", "-q"], 64, "Unknown option '-q'."),
            (["exposure", "--usr", ""], 64, "Unknown option '--usr'. Did you mean '--user'?"),
            (["--ledgre", "a", "dispute"], 64, "Unknown option '--ledgre'. Did you mean '--ledger'?"),
            // The value of an option is not an option, whatever it looks like.
            (["what-if", "1", "--insert", "--x", "--grace", "0"], 64, "Unknown option '--x'."),
            (["dispute", "1", "--pick", "--seat"], 64, "The value '--seat' is invalid for '--pick"),
            // So are commands within commands.
            (["case", "resovle", "1"], 64, "There is no command 'case resovle'. Did you mean `case resolve`?"),
            (["case", "refnd", "3", "--cents", "5"], 64, "Did you mean `case refund`? `draftledger case --help`"),
            (["help", "exposures"], 64, "There is no command 'exposures'. Did you mean `exposure`?"),
            (["rooms", "--status", "open"], 64, "'open' is not a status of a room. Use one of waiting"),
            (["queue", "1"], 64, "Name one seat: --user, or --draft-position from 1."),
            (["queue", "1", "0", "--user", "7"], 64, "Name one seat"),
            (["queue", "1", "--draft-position", "0"], 64, "draft positions count from 1"),
            (["next", "1"], 64, "Name the user, or the draft position"),
            (["dispute", "1", "--pick", "4.0"], 64, "The value '4.0' is invalid for '--pick <pick>'"),
            (["exposure", "--at", "pick:4.06"], 64, "pick:4.06 is a moment of one room"),
            (["attest", "exposure", "--user", ""], 64, "--user is empty"),
            (["players", "--unmatchd"], 64, "Unknown option '--unmatchd'. Did you mean '--unmatched'?"),
            (["help", "case", "opne"], 64, "There is no command 'case opne'. Did you mean `case open`?"),
        ] as [([String], Int32, String)])
    func mistakes(arguments: [String], status: Int32, message: String) {
        let ran = Ran(arguments)
        #expect(ran.status == status)
        #expect(ran.output.isEmpty, "errors are no data")
        #expect(ran.messages.contains(message))
        #expect(ran.messages.hasPrefix("draftledger: "))
        #expect(ran.messages.split(separator: "\n").count <= 2)
    }

    /// Errors of libraries come in words: never as the layout of a Swift type.
    @Test func noMessageShowsHowAnErrorIsMadeUp() throws {
        let ledger = try LedgerFixture(RoomFixture.joined())
        let broken = [
            "{": "it is not valid JSON", "{\"tokens\":[{\"name\":\"a\"}]}": "'tokens[0].id' is missing",
            "{\"tokens\":7}": "'tokens' is not an array", "[]": "is not of the expected type",
        ]
        for (content, fault) in broken {
            try content.write(toFile: ledger.path + "/tokens.json", atomically: true, encoding: .utf8)
            let ran = ledger.run("token", "list")
            #expect(ran.status == 65 && ran.messages.contains(fault), "\(content) \(ran.messages)")
            #expect(ran.messages.contains("tokens.json cannot be read: "), "\(ran.messages)")
            for part in ["Error", "CodingKey", "Optional(", "debugDescription"] {
                #expect(!ran.messages.contains(part), "\(ran.messages)")
            }
        }
    }

    @Test func theLedgerIsNamedBeforeOrAfterTheCommandOrByTheEnvironment() throws {
        let ledger = try LedgerFixture(RoomFixture.joined())
        let environment = ["DRAFT_LEDGER": ledger.path]
        #expect(Ran(["--ledger", ledger.path, "rooms"]).status == 0)
        #expect(Ran(["rooms", "--ledger", ledger.path]).status == 0)
        #expect(Ran(["rooms", "--ledger=\(ledger.path)"], environment: ["DRAFT_LEDGER": "/nowhere"]).status == 0)
        #expect(Ran(["rooms"], environment: environment).status == 0)
        #expect(Ran(["rooms"], environment: ["DRAFT_LEDGER": "/nowhere"]).status == 66)
    }

    @Test(
        arguments: DraftLedgerCommand.configuration.groupedSubcommands.flatMap(\.subcommands).map {
            $0.configuration.commandName!
        })
    func everyCommandHasHelpWithAnExample(name: String) {
        for arguments in [[name, "--help"], ["help", name]] {
            let ran = Ran(arguments)
            #expect(ran.status == 0)
            #expect(ran.output.contains("EXAMPLE:\n  draftledger"), "\(name) shows how it is used")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) {
        let ran = Ran(["--generate-completion-script", shell])
        #expect(ran.status == 0)
        #expect(ran.output.contains("exposure"))
    }

    @Test func aSecondWriterIsToldToTryAgain() throws {
        let fixture = try LedgerFixture(RoomFixture.joined())
        let writer = try LedgerOptions.parse(["--ledger", fixture.path]).open(
            Console(
                output: TextSink(), messages: TextSink(), terminal: .file, messageTerminal: .file,
                inputIsTerminal: false, environment: [:]), for: .writing)
        defer { writer.close() }
        #expect(fixture.run("rooms").status == 0, "readers are not disturbed")
        #expect(fixture.run("rebuild").status == 75)
    }
}
