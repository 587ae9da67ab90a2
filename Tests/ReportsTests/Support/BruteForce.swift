import DraftLedger
import Foundation
import LedgerTesting
import Records
import TestSupport
import Testing

/// Counts in another language, from a ledger's events and nothing else.
enum BruteForce {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// - Parameters:
    ///   - house: whose events are counted.
    ///   - script: which of the scripts beside these tests counts them.
    ///   - arguments: of the script.
    static func count<Count: Decodable>(
        _ house: TemporaryLedger, by script: String = "bruteforce.py", _ arguments: String...
    ) throws -> Count {
        let input = URL(filePath: house.directory("events.jsonl"))
        let output = URL(filePath: house.directory("count.json"))
        var lines = ""
        try house.ledger.events { recorded in
            lines += recorded.jsonLine + "\n"
            return true
        }
        try lines.write(to: input, atomically: false, encoding: .utf8)
        #expect(FileManager.default.createFile(atPath: output.path, contents: nil))
        let process = Process()
        process.executableURL = URL(filePath: try #require(python))
        // Scripts share code, and leave no compiled copy of it among the sources.
        process.arguments = ["-B", folder.appending(path: script).path] + arguments
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try JSONDecoder().decode(Count.self, from: Data(contentsOf: output))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where there is no Python to count with.
    static var withPython: Self { .enabled(if: BruteForce.python != nil, "there is no python3") }
}
