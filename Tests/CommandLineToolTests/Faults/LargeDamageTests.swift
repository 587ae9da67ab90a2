import CommandTesting
import Foundation
import TestSupport
import Testing

/// Damage in a ledger that is too large to be looked at as a whole before each command.
@Suite(.withinTheRun) struct LargeDamageTests {
    private let scratch = TemporaryDirectory()

    private static let commands = [
        ["rooms"], ["board", "1"], ["exposure"], ["balances"], ["dispute", "1", "--pick", "1"], ["events"], ["verify"],
        ["status"], ["prove", "3"], ["key"],
    ]

    /// Fills pages in turn with what leads LMDB astray. A hole at the end makes the file as large as a large one.
    @Test(arguments: [UInt8(0xFF), 0x7F, 0])
    func aDamagedPageEndsTheCommandAndNotTheProcess(filler: UInt8) throws {
        let path = scratch("ledger")
        let simulate = ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "2", "--seed", "7"]
        #expect(Ran(["--ledger", path] + simulate).status == 0)
        let whole = try Data(contentsOf: URL(filePath: path + "/data.mdb"))
        let pages = whole.count / 4_096
        var ended = 0
        for (number, page) in stride(from: 2, to: pages, by: max(1, pages / 12)).enumerated() {
            var damaged = whole
            // The page's own number stays.
            let start = page * 4_096
            damaged.replaceSubrange(start + 10..<start + 4_096, with: repeatElement(filler, count: 4_086))
            try damaged.write(to: URL(filePath: path + "/data.mdb"))
            let file = try #require(FileHandle(forWritingAtPath: path + "/data.mdb"))
            try file.truncate(atOffset: 300 << 20)
            try file.close()
            let command = Self.commands[number % Self.commands.count]
            let (end, _, errors) = try ChildProcess.run(
                Executables.draftledger, ["--ledger", path] + command, environment: ["SWIFT_BACKTRACE": "enable=no"])
            if case .signal(let signal) = end { Issue.record("page \(page), \(command): signal \(signal)") }
            if end != .exit(0) {
                ended += 1
                #expect(end == .exit(1) || !errors.isEmpty, "page \(page), \(command): \(end) without a word")
            }
        }
        #expect(ended > 0)
    }
}
