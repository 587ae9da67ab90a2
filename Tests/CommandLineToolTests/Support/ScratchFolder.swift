import Foundation

/// A directory that goes away with the test.
final class ScratchFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "draftledger-\(UUID().uuidString)").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    subscript(name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: self[name], atomically: true, encoding: .utf8)
    }
}
