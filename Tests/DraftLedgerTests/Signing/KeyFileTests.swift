import Foundation
import Testing

@testable import DraftLedger  // key files

/// A key that cannot be read is lost only where it is not there, or nobody's to read.
@Suite struct KeyFileTests {
    @Test func anotherFailureThanAMissingFileIsNoMissingKey() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        // What opens, and is too long to be read.
        for name in ["log.key", "draw.key"] {
            #expect(FileManager.default.createFile(atPath: path + "/" + name, contents: nil))
            let file = try #require(FileHandle(forWritingAtPath: path + "/" + name))
            try file.truncate(atOffset: 1 << 20)
            try file.close()
        }
        let failures = [
            #expect(throws: DraftLedgerError.self) { try KeyFile.checkpoints(of: path).read() },
            #expect(throws: DraftLedgerError.self) { try DrawKey.read(in: path) },
        ]
        #expect(failures.map { $0?.code } == [.inputOutput, .inputOutput])
    }

    @Test func aFileThatIsNoKeyIsAMissingKey() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try KeyFile.checkpoints(of: path).read() == nil)
        try Data("no key".utf8).write(to: URL(filePath: path + "/log.key"))
        let failures = [
            #expect(throws: DraftLedgerError.self) { try KeyFile.checkpoints(of: path).read() },
            #expect(throws: DraftLedgerError.self) { try DrawKey.read(in: path) },
        ]
        #expect(failures.map { $0?.code } == [.signingKeyMissing, .drawKeyMissing])
    }

    @Test func whereNoFileCanBeOpenedNoKeyIsMissing() async {
        await #expect(processExitsWith: .success) {
            let path = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try Data("a key".utf8).write(to: URL(filePath: path + "/log.key"))
            defer { try? FileManager.default.removeItem(atPath: path) }
            var error: DraftLedgerError?
            withoutFreeFiles {
                error = #expect(throws: DraftLedgerError.self) { try KeyFile.checkpoints(of: path).read() }
            }
            #expect(error?.code == .inputOutput)
            #expect(error?.message.contains("log.key") == true)
        }
    }
}
