import Foundation
import Interchange
import Platform

/// A file that a command reads or writes in one piece.
enum SmallFile {
    /// Larger ones are no proof, policy or bundle of anything.
    private static let limit = 1 << 30

    /// The same, or all that comes in where the path is "-".
    static func read(_ path: String, on console: Console) throws -> [UInt8] {
        path == "-" ? try console.input() : try read(path)
    }

    /// Of a link the file at its end: who names it means that. A pipe or a device in its place is told at once, and not
    /// waited for.
    ///
    /// - Parameter limit: in bytes.
    /// - Throws: `ToolError` for a file that is not there, cannot be read, is no regular one, or is larger than that.
    static func read(_ path: String, upTo limit: Int = Self.limit) throws -> [UInt8] {
        do {
            let file = try OpenFile.regular(path, followsLinks: true)
            do {
                return try file.contents(upTo: limit)
            } catch {
                guard error == .fileTooLarge else { throw FileError("reading", path, error) }
                throw ToolError(
                    .noInput,
                    "\(path) cannot be read: it is larger than \(limit >> 10) KiB, and nothing that is read here is.")
            }
        } catch let error as FileError {
            if let kind = error.irregular {
                throw ToolError(.noInput, "\(path) cannot be read: it is no regular file, but \(kind).")
            }
            guard error.errno != .notFound else { throw ToolError(.noInput, "There is no file \(path).") }
            throw ToolError(.noInput, "\(path) cannot be read: \(error.errno). Check its permissions.")
        }
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
