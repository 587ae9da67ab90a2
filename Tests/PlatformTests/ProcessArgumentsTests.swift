import TestSupport
import Testing

@testable import Platform  // the form of the kernel's file

/// The words of the process, which a library that is loaded first can lose.
@Suite struct ProcessArgumentsTests {
    @Test(arguments: [
        ("draftledger\0", []), ("draftledger\0--ledger\0my ledger\0rooms\0", ["--ledger", "my ledger", "rooms"]),
        ("draftledger\0\0x\0", ["", "x"]), ("draftledger\0x", ["x"]), ("\0x\0", ["x"]),
        ("\0", []),
    ])
    func wordsEndInAZero(line: String, words: [String]) {
        #expect(ProcessArguments.words(ofCommandLine: Array(line.utf8)) == words)
    }

    @Test func theWordsOfThisProcessAreFound() {
        #expect(ProcessArguments.read() == Array(CommandLine.arguments.dropFirst()))
    }

    @Test(arguments: ["", "\0\0\0\0"])
    func clearedMemoryIsALoss(line: String) {
        #expect(ProcessArguments.words(ofCommandLine: Array(line.utf8)) == nil)
    }
}

/// Locks on ranges of bytes.
@Suite struct RangeLockTests {
    @Test func sharedLocksExcludeExclusiveOnesAndAreSeen() throws {
        let directory = TemporaryDirectory()
        let path = directory("f")
        let writer = try OpenFile(path, .readAndWrite)
        let (reader, other) = (try OpenFile(path, .read), try OpenFile(path, .read))
        try reader.lockRange(from: 1 << 62, isShared: true)
        try other.lockRange(from: 1 << 62, isShared: true)
        #expect(try writer.foreignLock(from: 1 << 61, count: 1 << 62) == 1 << 62)
        #expect(try writer.foreignLock(from: 1 << 61, count: 1 << 61) == nil)
        #expect(throws: Errno.wouldBlock) { try writer.lockRange(from: 1 << 62, isShared: false) }
        try reader.unlockRange(from: 1 << 62)
        try other.unlockRange(from: 1 << 62)
        #expect(try writer.foreignLock(from: 1 << 61, count: 1 << 62) == nil)
        try writer.lockRange(from: 1 << 62, isShared: false)
        #expect(try writer.foreignLock(from: 1 << 62, count: 1) == nil, "a file's own locks do not count")
    }
}
