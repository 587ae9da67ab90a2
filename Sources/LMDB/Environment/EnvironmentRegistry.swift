/// The environments that this process has open, by file.
///
/// LMDB keeps its readers by process id and its locks by process, so a second handle on the same file would free the
/// first one's slots and drop its locks when it closes. One handle per file is shared instead.
final class EnvironmentRegistry: Sendable {
    static let shared = EnvironmentRegistry()

    private struct Entry {
        let file: DataFile.Identity?
        weak var environment: Environment?
        var uses: Int
    }

    private let entries = Guarded<[Entry]>([])

    func open(path: String, options: Environment.Options) throws(LMDBError) -> Environment {
        try entries.withLock { (entries: inout [Entry]) throws(LMDBError) -> Environment in
            entries.removeAll { $0.environment == nil }
            try DataFile.check(in: path, access: options.access)
            if let file = try DataFile.identity(in: path),
                let index = entries.firstIndex(where: { $0.file == file }),
                let environment = entries[index].environment
            {
                if options.access == .readWrite, environment.access == .readOnly {
                    throw LMDBError(
                        .alreadyOpen, path: path, detail: "this process has the file open for reading only")
                }
                entries[index].uses += 1
                return environment
            }
            let environment = try Environment(path: path, options: options)
            let file = try DataFile.identity(in: path)
            entries.append(Entry(file: file, environment: environment, uses: 1))
            return environment
        }
    }

    /// Ends one use.
    ///
    /// - Returns: true when it was the last one.
    func release(_ environment: Environment) -> Bool {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.environment === environment }) else { return false }
            entries[index].uses -= 1
            guard entries[index].uses == 0 else { return false }
            entries.remove(at: index)
            return true
        }
    }
}
