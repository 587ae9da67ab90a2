import Foundation
import Platform
import ToolSupport

/// The files of an import, by their paths on this machine.
enum FeedFiles {
    /// The greatest size of a file, in bytes.
    private static let limit = 1 << 30

    /// Reads files, and of each folder its CSV files in the order of their names.
    ///
    /// - Throws: `ToolError` for a path that does not exist or cannot be read.
    static func read(_ paths: [String]) throws -> [FeedImport.File] {
        try paths.flatMap(files).map { path in
            do {
                let bytes = try OpenFile.regular(path, followsLinks: true).contents(upTo: limit)
                return (URL(filePath: path).lastPathComponent, bytes)
            } catch {
                throw ToolError(.noInput, "\(path) cannot be read: \(error). Check the path.")
            }
        }
    }

    private static func files(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ToolError(.noInput, "There is no file or folder \(path). Check the path.")
        }
        guard isFolder.boolValue else { return [path] }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".csv") }.sorted()
        guard !names.isEmpty else { throw ToolError(.noInput, "The folder \(path) has no CSV files.") }
        return names.map { "\(path)/\($0)" }
    }
}
