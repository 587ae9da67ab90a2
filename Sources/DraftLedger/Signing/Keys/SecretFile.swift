import Foundation

/// Reads files that only their owner may read.
enum SecretFile {
    /// - Returns: nil where there is no such file, or none that this user may read.
    /// - Throws: `inputOutput` for any other failure, which says nothing about whether the secret is still there.
    static func contents(of path: String) throws -> Data? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if [ENOENT, EACCES].contains(errno) { return nil }
            throw failure(path, String(cString: strerror(errno)))
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw failure(path, error.localizedDescription)
        }
    }

    private static func failure(_ path: String, _ reason: String) -> DraftLedgerError {
        DraftLedgerError(.inputOutput, "reading \(path): \(reason).")
    }
}
