import CommandTesting
import Foundation
import Testing
import ToolSupport

@testable import CommandLineTool  // the list of commands

/// The JSON of a command is one object, in which each list has a name, or one object per line.
@Suite struct JSONShapeTests {
    /// Commands that print a list, with the arguments of an example and the name of the list.
    private static let lists: [String: (arguments: String, name: String)] = [
        "rooms": ("", "rooms"), "rosters": ("1", "rosters"), "reconcile": ("", "days"), "limits": ("", "users"),
        "report daily": ("", "days"), "players list": ("", "players"), "players aliases": ("", "aliases"),
        "reference-data list": ("", "sources"), "case list": ("", "cases"), "integrity": ("", "indicators"),
        "staff list": ("", "staff"), "approval list": ("", "approvals"), "token list": ("", "tokens"),
        "withdrawals list": ("", "withdrawals"), "withdrawals payouts": ("", "payouts"),
    ]

    /// Commands that print one object.
    private static let objects: [String: String] = [
        "room": "1", "board": "1", "queue": "1 --draft-position 1", "balances": "", "statement": "1", "exposure": "",
        "ownership": "--user 1", "adp": "", "movers": "", "pairs": "", "stacks": "", "construction": "", "byes": "",
        "duplicates": "", "portfolio": "--user 1", "dispute": "1 --pick 9", "audit": "", "activity": "1",
        "profiles show": "1", "status": "", "verify": "", "key": "", "what-if": "1 --pick-clock 20",
        "case show": "257", "clv": "",
    ]

    /// Commands that print one object per line.
    private static let lines: [String: String] = ["events": "--limit 3", "replay": "1", "staff log": ""]

    /// Commands that change the ledger, need a second file, a server or recorded results. Their suites read their objects.
    private static let others: Set = [
        "simulate", "import", "send", "next", "advance", "luck", "expect", "standings", "bracket", "lineup", "report",
        "scores",
        "reference-data show", "profiles erase", "text show", "text erase", "approval show", "evidence verify",
        "attest verify", "receipt verify", "proof verify", "key follow", "diff", "season begin", "season verify",
        "season list", "withdrawals file", "webhooks list", "webhooks dead-letters", "cluster status",
    ]

    private static func run(_ command: String, _ arguments: String, _ format: String = "json") throws -> Ran {
        let ledger = try #require(AskedLedger.shared)
        let words = (command + " " + arguments).split(separator: " ").map(String.init)
        return Ran(["--ledger", ledger.path] + words + ["--format", format])
    }

    @Test func everyCommandIsHere() throws {
        func commands(_ tree: CommandTree, _ path: [String]) -> [String] {
            let names = (tree.arguments ?? []).flatMap { $0.names ?? [] }.map(\.name)
            let own = names.contains("format") && path != ["export"] ? [path.joined(separator: " ")] : []
            return own + (tree.subcommands ?? []).flatMap { commands($0, path + [$0.commandName]) }
        }
        var known = Self.others.union(Self.lists.keys).union(Self.objects.keys).union(Self.lines.keys)
        #if !Server
            known.subtract(["token list", "cluster status"])
        #endif
        #expect(Set(commands(try #require(CommandTree.all), [])) == known)
    }

    @Test(arguments: lists.keys.sorted())
    func aListHasAName(command: String) throws {
        #if !Server
            if command == "token list" { return }
        #endif
        let (arguments, name) = try #require(Self.lists[command])
        let ran = try Self.run(command, arguments)
        #expect(ran.status == 0, "\(ran.messages)")
        let object = try #require(ran.json as? [String: Any], "\(command) prints no object")
        let items = try #require(object[name] as? [[String: Any]], "\(object.keys.sorted())")
        // Earlier versions printed the bare list.
        let former = try #require(try Self.run(command, arguments, "json-array").json as? [[String: Any]])
        #expect(former as NSArray == items as NSArray)
    }

    @Test func theListsAreNotAllEmpty() throws {
        let filled = try Self.lists.filter { try Self.run($0.key, $0.value.arguments).list?.isEmpty == false }
        #expect(filled.count >= 7, "\(filled.keys.sorted())")
    }

    @Test(arguments: objects.keys.sorted())
    func anObjectIsOne(command: String) throws {
        let arguments = Self.objects[command] ?? ""
        let ran = try Self.run(command, arguments)
        #expect(ran.json is [String: Any], "\(command): \(ran.output.prefix(80)) \(ran.messages)")
        #expect(try Self.run(command, arguments, "json-array").json is [String: Any])
    }

    @Test(arguments: lines.keys.sorted())
    func aLineIsAnObject(command: String) throws {
        let ran = try Self.run(command, Self.lines[command] ?? "")
        #expect(ran.status == 0, "\(ran.messages)")
        for line in ran.lines where !line.isEmpty {
            #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any], "\(line.prefix(80))")
        }
    }

    /// The former format is for scripts: no help and no error names it.
    @Test func theFormerFormatIsHidden() throws {
        #expect(!Ran(["rooms", "--help"]).output.contains("json-array"))
        let wrong = try Self.run("rooms", "", "xml")
        #expect(wrong.status == 64 && !wrong.messages.contains("json-array"), "\(wrong.messages)")
    }

    /// Draft positions count from 1 next to slots, which count from 0.
    @Test func draftPositionsCountFromOne() throws {
        let members = try #require((try Self.run("room", "1").json as? [String: Any])?["members"] as? [[String: Any]])
        let rosters = try #require(try Self.run("rosters", "1").list)
        let picks = try #require((try Self.run("board", "1").json as? [String: Any])?["picks"] as? [[String: Any]])
        #expect(members.count == 4 && rosters.count == 4 && picks.count == 20)
        for row in members + rosters + picks {
            let slot = try #require(row["slot"] as? Int)
            #expect(row["draftPosition"] as? Int == slot + 1)
        }
        #expect(Set(members.compactMap { $0["draftPosition"] as? Int }) == [1, 2, 3, 4])
    }

    /// No text of a command names a seat by its number from 0.
    @Test(arguments: ["room 1", "board 1", "rosters 1", "queue 1 --draft-position 1", "replay 1", "dispute 1 --pick 9"])
    func textNamesNoSeat(command: String) throws {
        let text = try Self.run(command, "", "text").output
        #expect(text.firstMatch(of: /(?i)\bseat:? \d/) == nil, "\(text)")
    }
}
