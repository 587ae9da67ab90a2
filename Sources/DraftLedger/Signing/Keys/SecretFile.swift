import Platform

/// Reads files that only their owner may read.
enum SecretFile {
    /// - Returns: nil where there is no such file, or none that this user may read.
    /// - Throws: `inputOutput` for any other failure, which says nothing about whether the secret is still there.
    static func contents(of path: String) throws(DraftLedgerError) -> [UInt8]? {
        do throws(Errno) {
            return try OpenFile(path, .read).contents()
        } catch {
            if error == .notFound || error == .accessDenied { return nil }
            throw DraftLedgerError(.inputOutput, "reading \(path): \(error).")
        }
    }
}
