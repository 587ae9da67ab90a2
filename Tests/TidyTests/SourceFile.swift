import Foundation

/// A Swift file of the repository, split into what is compiled and what is said.
struct SourceFile: Sendable {
    /// From the repository's root.
    let path: String
    let lines: [Line]

    struct Line: Sendable {
        /// The line without its comments and without what stands in its string literals.
        var code = ""
        /// What its comments say, markers included.
        var comment = ""
    }

    init(path: String, text: String) {
        self.path = path
        lines = SourceScanner.lines(of: text)
    }

    /// The module in whose folder the file stands: the second part of `Sources/Draft/Room/Board.swift`.
    var module: String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : ""
    }

    /// Where a line is found, counted from 0 here and from 1 by people.
    func place(_ index: Int) -> String { "\(path):\(index + 1)" }

    /// Whether a line of the code has some text in it.
    func has(_ text: String) -> Bool { lines.contains { $0.has(text) } }
}

extension SourceFile.Line {
    /// Whether the code has some text in it. By bytes: the standard library's search takes a minute for the repository in a build
    /// without optimisation.
    func has(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        var (code, text) = (code, text)
        return code.withUTF8 { code in
            text.withUTF8 { text in
                guard var rest = code.baseAddress, let pattern = text.baseAddress else { return false }
                var left = code.count
                while left >= text.count, let found = memchr(rest, Int32(first), left - text.count + 1) {
                    if memcmp(found, pattern, text.count) == 0 { return true }
                    let next = found.assumingMemoryBound(to: UInt8.self) + 1
                    left -= UnsafePointer(next) - rest
                    rest = UnsafePointer(next)
                }
                return false
            }
        }
    }
}

/// The repository that the tests stand in.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every file below a folder, from the root, sorted; without what is built.
    static func paths(in folder: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.allObjects ?? []
        return all.compactMap { $0 as? String }.map { "\(folder)/\($0)" }
            .filter { !$0.contains("/.build") && !$0.contains("/.venv") && !$0.contains("/__pycache__") }.sorted()
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The Swift files below folders of `Sources`, `Tests` and `Tools`.
    static func swiftFiles(in folders: String...) throws -> [SourceFile] {
        let files = try scanned.get()
        return folders.flatMap { folder in files.filter { $0.path.hasPrefix(folder + "/") } }
    }

    /// Once for all rules: telling code from comments takes longer than any of them.
    private static let scanned = Result {
        try ["Sources", "Tests", "Tools"].flatMap(paths).filter { $0.hasSuffix(".swift") }
            .map { SourceFile(path: $0, text: try text(of: $0)) }
    }
}
