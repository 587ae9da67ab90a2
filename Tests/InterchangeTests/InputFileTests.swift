import Foundation
import TestSupport
import Testing

@testable import Interchange  // the reader of input files

@Suite(.seeded) struct InputFileTests {
    /// Where something is to be written stands in the working directory, whatever its name's length.
    @Test(arguments: ["q", "-", "qq.csv"])
    func aBareNameHasAPlace(name: String) throws {
        let folder = URL(filePath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath().path
        try #require(!FileManager.default.fileExists(atPath: "\(folder)/\(name)"))
        #expect(try OutputTarget(name) == .file("\(folder)/\(name)", permissions: nil))
    }

    /// Everything that gzip(1) makes, unpacks again: nothing, little, more than a chunk, several members.
    @Test(arguments: [[0], [1], [100_000], [3_000_000], [700, 0, 900_000]])
    func unpacksWhatGzipPacked(sizes: [Int]) throws {
        try withTemporaryDirectory { directory in
            var generator = SeededGenerator(seed: 5)
            var content: [UInt8] = []
            var packed = Data()
            for size in sizes {
                // Half noise, half repetition, so that packed and unpacked chunks do not line up.
                let part = (0..<size).map { UInt8(truncatingIfNeeded: $0 % 97 < 48 ? UInt64($0) : generator.next()) }
                content += part
                packed += try gzip(Data(part), in: directory)
            }
            let path = directory.appending(path: "packed").path
            try packed.write(to: URL(filePath: path))
            var file = try InputFile(path: path)
            #expect(try file.rest() == content)
        }
    }

    @Test func aDamagedOrCutOffGzipFileIsBadData() throws {
        try withTemporaryDirectory { directory in
            let packed = try gzip(Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* $0) }), in: directory)
            var flipped = packed
            flipped[packed.count / 2] ^= 0xFF
            for data in [packed.dropLast(9), packed.prefix(20), flipped] {
                let path = directory.appending(path: "broken.gz").path
                try Data(data).write(to: URL(filePath: path))
                let error = #expect(throws: InterchangeError.self) {
                    var file = try InputFile(path: path)
                    _ = try file.rest()
                }
                #expect(error?.code == .badData)
                #expect(error?.message.contains("broken.gz") == true)
            }
        }
    }

    @Test func aMissingFileAndADirectoryAreToldApart() throws {
        try withTemporaryDirectory { directory in
            let missing = directory.appending(path: "nothing.csv").path
            #expect(#expect(throws: InterchangeError.self) { try InputFile(path: missing) }?.code == .noSuchInput)
            #expect(#expect(throws: InterchangeError.self) { try InputFile(path: directory.path) }?.code == .unreadable)
        }
    }

    private func gzip(_ data: Data, in directory: URL) throws -> Data {
        let source = directory.appending(path: "source")
        try data.write(to: source)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-c", source.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let packed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return packed
    }
}

func withTemporaryDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "interchange-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory)
}
