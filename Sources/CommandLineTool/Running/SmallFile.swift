import Foundation
import Interchange
import Platform
import ToolSupport

/// A file that a command reads or writes in one piece.
enum SmallFile {
    /// The greatest size of a proof, a policy or a bundle.
    private static let limit = 1 << 30

    /// Reads a file, or standard input if the path is "-".
    static func read(_ path: String, on console: Console) throws -> [UInt8] {
        path == "-" ? try console.input() : try read(path)
    }

    /// Reads a file, through a link if there is one. A pipe or a device is an error at once, without a wait.
    ///
    /// - Parameter limit: in bytes.
    /// - Throws: `ToolError` for a file that does not exist, cannot be read, is not a regular file, or is larger.
    static func read(_ path: String, upTo limit: Int = Self.limit) throws -> [UInt8] {
        do {
            let file = try OpenFile.regular(path, followsLinks: true)
            do {
                return try file.contents(upTo: limit)
            } catch {
                guard error == .fileTooLarge else { throw FileError("reading", path, error) }
                throw ToolError(
                    .noInput,
                    "\(path) cannot be read: it is larger than \(limit >> 10) KiB. Check the path.")
            }
        } catch let error as FileError {
            if let kind = error.irregular {
                throw ToolError(
                    .noInput, "\(path) cannot be read: it is not a regular file, but \(kind). Name a regular file.")
            }
            guard error.errno != .notFound else {
                throw ToolError(.noInput, "There is no file \(path). Check the path.")
            }
            throw ToolError(.noInput, "\(path) cannot be read: \(error.errno). Check its permissions.")
        }
    }

    /// Writes a file completely or not at all; a device or a pipe is written directly.
    ///
    /// - Throws: `InterchangeError` that says what to check.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try AtomicFile(path: path)
        try file.write(bytes)
        try file.commit()
    }
}
