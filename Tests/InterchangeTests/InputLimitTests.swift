import Foundation
import LedgerTesting
import TestSupport
import Testing

@testable import Interchange  // the limits, to be met by files of a few kilobytes

/// Files that are made to fill a memory or to take for ever.
@Suite(.withinTheRun) struct InputLimitTests {
    let scratch = TemporaryDirectory()

    /// Packs with the system's gzip what a shell command writes.
    private func packed(_ command: String, as name: String = "packed") throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(command) | gzip -9 > '\(scratch(name))'"]
        try process.run()
        process.waitUntilExit()
        return scratch(name)
    }

    private func failure(_ body: () throws -> some Any) -> InterchangeError? {
        #expect(throws: InterchangeError.self) { _ = try body() }
    }

    /// Reads to the end, a piece at a time.
    private func read(_ path: String, _ limits: InputLimits = .standard) throws -> (bytes: Int, largest: Int) {
        var file = try InputFile(path: path, limits: limits)
        var (bytes, largest) = (0, 0)
        while true {
            let piece = try file.next()
            if piece.isEmpty { return (bytes, largest) }
            bytes += piece.count
            largest = max(largest, piece.count)
        }
    }

    // MARK: Gzip

    @Test func nothingUnpacksIntoMoreThanAPieceAtATime() throws {
        // Within what is allowed: the piece of input that holds it all comes out in many.
        let path = try packed("head -c 12000000 /dev/zero")
        let (bytes, largest) = try read(path)
        #expect(bytes == 12_000_000 && largest <= InputFile.chunkSize)
    }

    @Test func aFileThatUnpacksToFarMoreThanItIsIsRefusedEarly() throws {
        let path = try packed("head -c 200000000 /dev/zero")
        var looked = 0
        let error = failure {
            var file = try InputFile(path: path)
            while case let piece = try file.next(), !piece.isEmpty { looked += piece.count }
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("more than 200 times its size") == true)
        #expect(error?.message.contains("unpack it first") == true)
        #expect(error?.message.hasPrefix(path) == true)
        #expect(looked > 0 && looked <= 17_000_000, "\(looked) of 200,000,000 bytes were looked at")
    }

    @Test func whatIsUnpackedIsBoundedByItsSizeAndItsMembersToo() throws {
        let path = try packed("head -c 100000 /dev/urandom")
        var limits = InputLimits()
        limits.unpacked = 99_999
        #expect(failure { try read(path, limits) }?.code == .tooLarge)
        limits.unpacked = 100_000
        #expect(try read(path, limits).bytes == 100_000)

        let member = try Data(contentsOf: URL(filePath: try packed("printf ab", as: "member")))
        try Data((0..<50).flatMap { _ in member }).write(to: URL(filePath: scratch("members")))
        limits.members = 49
        let error = failure { try read(scratch("members"), limits) }
        #expect(error?.code == .tooLarge && error?.message.contains("more than 49 members") == true)
        limits.members = 50
        #expect(try read(scratch("members"), limits).bytes == 100)
    }

    // MARK: Contents

    @Test func whatIsHeldAsAWholeIsBounded() throws {
        try scratch.write(String(repeating: "[", count: 1_000_000), to: "f")
        var limits = InputLimits()
        limits.whole = 500_000
        var file = try InputFile(path: scratch("f"), limits: limits)
        #expect(failure { try file.rest() }?.code == .tooLarge)
        let summary = try HistoryImport(.mfl()).run([scratch("f")], into: nil)
        #expect(summary.refused.count == 1)
    }

    @Test func aLineThatNoEventHasIsRefusedByItsNumber() throws {
        try scratch.write("{}\n\n" + String(repeating: "x", count: 3_000_000) + "\n{}\n", to: "f")
        var lines = InputLines(try InputFile(path: scratch("f")))
        #expect(try lines.next() == Array("{}".utf8))
        let error = failure { try lines.next() }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("line 3 is longer than 1 MiB") == true)
    }

    @Test(arguments: ["\n", "\r\n"]) func emptyLinesAreNoMoreThanTheirReading(end: String) throws {
        try scratch.write(
            "{\"a\":1}" + end + String(repeating: end, count: 2_000_000) + "{\"b\":2}" + end + end, to: "f")
        var lines = InputLines(try InputFile(path: scratch("f")))
        #expect(try lines.next() == Array("{\"a\":1}".utf8) && lines.number == 1)
        #expect(try lines.next() == Array("{\"b\":2}".utf8) && lines.number == 2_000_002)
        #expect(try lines.next() == nil)
    }

    /// Two gigabytes of newlines behind a good history, which gzip makes two megabytes.
    @Test func newlinesBehindAHistoryAreRefusedEarly() throws {
        let source = try TemporaryLedger()
        _ = try JSONLinesExport().run(source.ledger, to: scratch("good"))
        let path = try packed("cat '\(scratch("good"))'; yes '' | head -c 300000000")
        let error = failure { try HistoryImport(.jsonl).run([path], into: nil) }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("more than 200 times its size") == true)
    }

    @Test(arguments: 0..<4) func rowsWithoutEndOrSenseAreRefused(dialect: Int) throws {
        let source = [ImportSource.bbm, .underdog(), .draftKings(), .rankings][dialect]
        let header = [
            "draft_id,draft_time,draft_entry_id,tournament_entry_id,pick_order,overall_pick_number,team_pick_number,"
                + "player_name,position_name,projection_adp,source,tournament_round_number",
            UnderdogColumns.names.joined(separator: ","),
            PickSheet.draftKings().header.joined(separator: ","), "name,position",
        ][dialect]
        // One row of megabytes.
        try scratch.write("\(header)\n\(String(repeating: "a", count: 3_000_000))", to: "long")
        let long = try HistoryImport(source).run([scratch("long")], into: nil)
        #expect(long.refused.contains { $0.description.contains("a row of more than 1024 KiB") }, "\(long.refused)")
        guard dialect < 3 else { return }
        // More wrong rows than anybody reads.
        let rows = (0..<150_000).map { "\($0)\n" }.joined()
        try scratch.write("\(header)\n\(rows)", to: "wrong")
        let error = failure { try HistoryImport(source).run([scratch("wrong")], into: nil) }
        #expect(error?.code == .tooLarge && error?.message.contains("rows of \(scratch("wrong")) are wrong") == true)
    }

    // MARK: Files

    @Test func aPipeIsNotWaitedFor() throws {
        try #require(mkfifo(scratch("pipe"), 0o600) == 0)
        for source in [ImportSource.bbm, .underdog(), .drafters(), .sleeper(), .mfl(), .rankings, .jsonl] {
            let error = failure { try HistoryImport(source).run([scratch("pipe")], into: nil) }
            #expect(
                error?.code == .unreadable && error?.message.contains("not a regular file, but a named pipe") == true)
        }
        let players = failure { try HistoryImport(.mfl(players: scratch("pipe"))).run([], into: nil) }
        #expect(players?.code == .unreadable)
    }

    @Test func anArchiveOfSeveralFilesIsNamed() throws {
        try Data([0x50, 0x4B, 0x03, 0x04] + Array(repeating: 0, count: 100)).write(to: URL(filePath: scratch("a.zip")))
        let error = failure { try HistoryImport(.bbm).run([scratch("a.zip")], into: nil) }
        #expect(error?.code == .badData && error?.message.contains("is a ZIP archive. Unpack it") == true)
    }

    @Test func aLinkToAFileIsTheFile() throws {
        try scratch.write("content", to: "f")
        try FileManager.default.createSymbolicLink(atPath: scratch("l"), withDestinationPath: scratch("f"))
        #expect(try read(scratch("l")).bytes == 7)
    }
}
