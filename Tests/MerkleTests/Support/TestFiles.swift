import Foundation

/// Finds the files that tests read: fixtures in the repository, and published vectors beside it, which may be absent.
enum TestFiles {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The 300-record log that Go's and Python's tools have verified.
    static let fixture = root.appending(path: "Fixtures/merkle/selfmade-go-verified")

    /// Published vectors; see the README there for where each comes from.
    static let vectors = root.deletingLastPathComponent().appending(path: "shared/vectors")

    static var hasVectors: Bool { FileManager.default.fileExists(atPath: vectors.path) }
    static let noVectors = "the published vectors are not beside the package (../shared/vectors)"

    static func bytes(_ path: String, in folder: URL) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appending(path: path)))
    }

    static func json<Value: Decodable>(_ type: Value.Type, _ path: String, in folder: URL) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: path)))
    }

    /// The paths of all files below a folder that end with `suffix`, sorted, relative to the folder.
    static func paths(suffix: String = "", in folder: URL) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { path in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: folder.appending(path: path).path, isDirectory: &isFolder)
            return exists && !isFolder.boolValue && path.hasSuffix(suffix)
        }.sorted()
    }
}

extension [UInt8] {
    /// The bytes of hexadecimal digits; traps on others, which only a broken test has.
    init(hex: String) {
        let digits = Array<Character>(hex)
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0..<$0 + 2]), radix: 16)! }
    }
}
