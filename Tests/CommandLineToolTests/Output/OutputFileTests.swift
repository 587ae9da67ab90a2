import CommandTesting
import Foundation
import Records
import TestSupport
import Testing

/// An output takes the place of files, and of nothing else.
@Suite struct OutputFileTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String
    private let record: Data

    init() throws {
        ledger = scratch("ledger")
        let simulate = ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "2", "--seed", "7"]
        #expect(Ran(["--ledger", ledger] + simulate).status == 0)
        #expect(Ran(["--ledger", ledger, "record", "5", "-o", scratch("record")]).status == 0)
        record = try Data(contentsOf: URL(filePath: scratch("record")))
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }
    private func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }
    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status.st_mode
    }

    @Test(arguments: [["record", "5"], ["export", "--room", "1"], ["replay", "1", "--html"]])
    func aPipeIsWrittenThrough(command: [String]) throws {
        let arguments = command.last == "--html" ? command : command + ["-o"]
        #expect(Ran(["--ledger", ledger] + arguments + [scratch("file")]).status == 0)
        let pipe = scratch("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        // Open at both ends and with room for everything, so that nobody waits for anybody.
        let reader = open(pipe, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        let setPipeSize: Int32 = 1031
        try #require(fcntl(reader, setPipeSize, 1 << 20) > 0)
        let written = Ran(["--ledger", ledger] + arguments + [pipe])
        #expect(written.status == 0, "\(written.messages)")
        #expect(try mode(pipe) & S_IFMT == S_IFIFO)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(reader, &bytes, bytes.count)
        #expect(Data(bytes.prefix(max(0, count))) == contents(scratch("file")))
    }

    @Test func whatIsWrittenInAnyOrderNeedsAFile() throws {
        try #require(mkfifo(scratch("pipe"), 0o600) == 0)
        #expect(run("export", "--as", "sqlite", "-o", scratch("pipe")).status == 73)
        #expect(try mode(scratch("pipe")) & S_IFMT == S_IFIFO)
    }

    @Test func aSymbolicLinkLeadsToWhatIsWritten() throws {
        for (link, target) in [("there", "file"), ("missing", "new")] {
            if link == "there" { try scratch.write("old", to: target) }
            try FileManager.default.createSymbolicLink(atPath: scratch(link), withDestinationPath: target)
            #expect(run("record", "5", "-o", scratch(link)).status == 0)
            #expect(try mode(scratch(link)) & S_IFMT == S_IFLNK)
            #expect(contents(scratch(target)) == record)
        }
    }

    @Test func aFileIsReplacedWithItsPermissions() throws {
        try scratch.write("old", to: "file")
        for permissions in [0o600, 0o440] as [mode_t] {
            chmod(scratch("file"), permissions)
            #expect(run("record", "5", "-o", scratch("file")).status == 0)
            #expect(try mode(scratch("file")) & 0o7777 == permissions)
            #expect(contents(scratch("file")) == record)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["file", "ledger", "record"])
    }

    @Test func aLedgerIsNeverWrittenOver() throws {
        let names = ["data.mdb", "lock.mdb", "log.key", "draw.key", "checkpoint", "checkpoints"]
        try FileManager.default.createSymbolicLink(atPath: scratch("link"), withDestinationPath: "ledger")
        try FileManager.default.createSymbolicLink(atPath: scratch("base"), withDestinationPath: "ledger/data.mdb")
        let before = names.filter { $0 != "lock.mdb" }.map { contents(ledger + "/" + $0) }
        let targets =
            names.map { ledger + "/" + $0 } + [ledger + "/new", scratch("link") + "/data.mdb", scratch("base")]
        for target in targets {
            for command in [
                ["record", "5", "-o"], ["prove", "5", "-o"], ["export", "-o"], ["export", "--as", "sqlite", "-o"],
                ["replay", "1", "--html"], ["report", "--html"], ["evidence", "create", "1", "--pick", "1", "-o"],
                ["attest", "exposure", "-o"], ["witness", "request", "-o"], ["key", "history", "-o"],
            ] {
                let refused = Ran(["--ledger", ledger] + command + [target])
                #expect(refused.status == 73 && refused.messages.contains("is a ledger"), "\(refused.messages)")
            }
        }
        for target in [ledger, ledger + "/tiles", scratch("link")] {
            #expect(run("export", "--as", "tlog", "-o", target).status == 73)
        }
        #expect(names.filter { $0 != "lock.mdb" }.map { contents(ledger + "/" + $0) } == before)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: ledger).contains { $0.hasSuffix(".part") })
        #expect(run("verify", "--full").status == 0)
    }

    @Test func whatNoFileCanBePutAtIsNamed() {
        for target in [scratch.path, scratch("none/file"), scratch("record/file"), scratch("file/")] {
            let refused = run("record", "5", "-o", target)
            #expect(refused.status == 73 && refused.messages.contains("cannot be written"), "\(refused.messages)")
        }
    }
}
