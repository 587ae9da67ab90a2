import Foundation
import Interchange

/// A file that a command reads or writes in one piece.
enum SmallFile {
    /// Larger ones are no proof, policy or bundle of anything.
    private static let limit = 1 << 30

    /// The same, or all that comes in where the path is "-".
    static func read(_ path: String, on console: Console) throws -> [UInt8] {
        path == "-" ? console.input() : try read(path)
    }

    /// - Throws: `ToolError` for a file that is not there, cannot be read, or is larger than 1 GiB.
    static func read(_ path: String) throws -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw ToolError(.noInput, "There is no file \(path).")
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        guard size <= limit, let data = FileManager.default.contents(atPath: path) else {
            throw ToolError(.noInput, "\(path) cannot be read. Check that it is a file, its size and its permissions.")
        }
        return Array(data)
    }

    /// Writes it whole or not at all; into what is no regular file, through.
    ///
    /// - Throws: `InterchangeError` that says what to check.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try AtomicFile(path: path)
        try file.write(bytes)
        try file.commit()
    }
}
