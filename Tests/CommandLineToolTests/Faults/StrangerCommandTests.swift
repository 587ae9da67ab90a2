import CommandTesting
import Foundation
import Testing
import TestSupport
import ToolSupport

@testable import CommandLineTool  // what is looked for in the words

/// What somebody handed over: no command writes over another file, waits for ever or dies of it.
@Suite(.withinTheRun) struct StrangerCommandTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String
    private let files = FileManager.default

    init() {
        ledger = scratch("ledger")
        let simulate = ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "2", "--seed", "7"]
        #expect(Ran(["--ledger", ledger] + simulate).status == 0)
    }

    private func run(_ arguments: [String]) -> Ran { Ran(["--ledger", ledger] + arguments) }
    private func run(_ arguments: String...) -> Ran { run(arguments) }

    /// Commands that only read.
    private static let readers = [
        ["verify"], ["verify", "--full"], ["status"], ["rooms"], ["board", "1"], ["audit"], ["exposure"], ["events"],
        ["dispute", "1", "--pick", "1"], ["export", "--as", "jsonl"],
    ]

    @Test(arguments: readers) func aLinkForTheTableOfReadersIsNotWrittenThrough(command: [String]) throws {
        let victim = try scratch.write("precious contents of another file", to: "victim")
        try files.removeItem(atPath: ledger + "/lock.mdb")
        try files.createSymbolicLink(atPath: ledger + "/lock.mdb", withDestinationPath: victim)
        let ran = run(command)
        #expect(ran.status == 65 && ran.output.isEmpty, "\(ran)")
        #expect(ran.messages.contains("lock.mdb is a symbolic link"), "\(ran.messages)")
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious contents of another file")
    }

    @Test(arguments: readers) func lookingAtALedgerLeavesItAsItIs(command: [String]) throws {
        try files.removeItem(atPath: ledger + "/lock.mdb")
        let names = try files.contentsOfDirectory(atPath: ledger).sorted()
        let ran = run(command)
        #expect(ran.status == 0, "\(ran.messages)")
        #expect(try files.contentsOfDirectory(atPath: ledger).sorted() == names)
    }

    @Test func whatIsNoFileOfTheLedgersOwnIsRefusedByName() throws {
        for (name, command) in [
            ("checkpoint", ["verify"]), ("checkpoint", ["checkpoint"]), ("checkpoints", ["verify"]),
            ("log.key", ["key"]), ("log.key", ["checkpoint"]), ("data.mdb", ["rooms"]),
        ] {
            let path = ledger + "/" + name
            try files.moveItem(atPath: path, toPath: scratch("kept"))
            try #require(mkfifo(path, 0o600) == 0)
            let ran = run(command)
            #expect(ran.status == 65, "\(command): \(ran.messages)")
            #expect(ran.messages.contains(name) && ran.messages.contains("is a named pipe"), "\(ran.messages)")
            try files.removeItem(atPath: path)
            try files.moveItem(atPath: scratch("kept"), toPath: path)
        }
        #expect(run("verify", "--full").status == 0)
    }

    @Test func pipesAreNotWaitedForWhereAFileIsNamed() throws {
        try #require(mkfifo(scratch("pipe"), 0o600) == 0)
        let pipe = scratch("pipe")
        for command in [
            ["import", pipe, "--as", "jsonl"], ["import", pipe, "--as", "bbm"], ["send", pipe, "--as", "user/1"],
            ["evidence", "verify", pipe, "--policy", pipe], ["verify", "--against", pipe],
            ["prove", "1", "--in", pipe],
            ["attest", "verify", pipe], ["receipt", "verify", pipe], ["witness", "add", pipe],
            ["case", "attach", "1", pipe],
        ] {
            let ran = run(command)
            #expect(ran.status == 66, "\(command): \(ran.status)")
            #expect(ran.messages.contains("not a regular file, but a named pipe"), "\(command): \(ran.messages)")
        }
        // A key, or the file of one: what is neither is told as the key that it is not.
        #expect(run("key", "follow", ledger + "/checkpoint", "--key", pipe).status == 64)
        // Standard input is a pipe, and stays one.
        let send = ["--ledger", ledger, "send", "-", "--as", "user/1", "--dry-run"]
        #expect(Ran(send, input: #"{"kind":"makePick","room":1,"pick":1,"player":1}"#).status == 0)
    }

    @Test func anArchiveThatIsNoneIsRefusedByItsSize() throws {
        try "log \(try #require(run("key").lines.dropLast().last))\nquorum none\n"
            .write(toFile: scratch("policy"), atomically: true, encoding: .utf8)
        #expect(files.createFile(atPath: scratch("sparse.tar"), contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: scratch("sparse.tar")))
        try file.truncate(atOffset: 40 << 30)
        try file.close()
        let ran = run("evidence", "verify", scratch("sparse.tar"), "--policy", scratch("policy"))
        #expect(ran.status == 66 && ran.messages.contains("larger than 1048576 KiB"), "\(ran.messages)")
    }

    // MARK: Empty words

    @Test(arguments: [
        ["verify", "--against", "KEPT", "--key", ""], ["verify", "--against", ""], ["verify", "--key="],
        ["evidence", "verify", "x.tar", "--policy", ""], ["evidence", "verify", "", "--policy", "x"],
        ["attest", "verify", "x", "--offline", "--key", ""], ["receipt", "verify", "x", "--key", ""],
        ["key", "follow", "x", "--key", ""], ["key", "follow", "x", "--key", "k", "--policy", ""],
        ["witness", "add", "x", "--key", ""], ["prove", "1", "--in", ""], ["prove", "1", "-o", ""],
        ["import", "x", "--as", "mfl", "--players", ""], ["import", "", "--as", "bbm"], ["exposure", "--user", ""],
        ["exposure", "--contest="], ["attest", "exposure", "--user", ""], ["case", "open", "1", "--claim", ""],
    ])
    func anEmptyWordIsAMistakeAndNoDefault(arguments: [String]) throws {
        try scratch.write(run("checkpoint").output, to: "kept")
        let ran = run(arguments.map { $0 == "KEPT" ? scratch("kept") : $0 })
        #expect(ran.status == 64 && ran.output.isEmpty, "\(ran)")
        #expect(
            ran.messages.contains(" is empty. Name a value, or check the variable that holds it."), "\(ran.messages)")
    }

    @Test func aValueThatEndsLikeAnEmptyOneIsNone() throws {
        let key = try #require(run("key").lines.dropLast().last)
        #expect(key.hasSuffix("=") || !key.isEmpty)
        #expect(run("verify", "--key=\(key)").status == 0)
        #expect(CommandWords.emptyWord(in: ["verify", "--key=abc="]) == nil)
        #expect(CommandWords.emptyWord(in: ["send", "-"]) == nil)
    }
}
