import Platform

/// The environments that this process has open, by file.
///
/// LMDB keeps its readers by process id and its locks by process, so a second handle on the same file would free the
/// first one's slots and drop its locks when it closes. One handle per file is shared instead, and one that is being
/// closed stays here until LMDB has released it: only then may the file be opened again.
final class EnvironmentRegistry: Sendable {
    static let shared = EnvironmentRegistry()

    /// The facts about an environment that are needed without a reference to it. A reference that is taken inside the
    /// lock can be the last one. Its release closes the environment, which needs the lock.
    private struct Entry {
        let file: FileStatus.Identity?
        let id: ObjectIdentifier
        let access: Environment.Access
        let current: ThreadLocalPointer
        /// Nil once the last reference is gone, which closes it.
        weak var environment: Environment?
        /// 0 once it is being closed.
        var uses = 1
    }

    private let entries = Guarded<[Entry]>([])

    /// The environment of a file: the one that is open, or a new one, after one that is being closed.
    func open(path: String, options: Environment.Options) throws(LMDBError) -> Environment {
        try entries.wait { entries -> Result<Environment, LMDBError>? in
            do throws(LMDBError) {
                guard let environment = try self.open(path, options, among: &entries) else { return nil }
                return .success(environment)
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// - Returns: nil while the file is being closed.
    private func open(
        _ path: String, _ options: Environment.Options, among entries: inout [Entry]
    ) throws(LMDBError) -> Environment? {
        let file = try DataFile.identity(in: path)
        let known = file == nil ? nil : entries.firstIndex { $0.file == file }
        if let known, entries[known].uses == 0 {
            guard entries[known].current.value == nil else {
                throw LMDBError(
                    .alreadyOpen, path: path, detail: "the file is being closed, and this thread is still reading it")
            }
            return nil
        }
        try DataFile.check(in: path, access: options.access)
        if let known {
            guard options.access == .readOnly || entries[known].access == .readWrite else {
                throw LMDBError(.alreadyOpen, path: path, detail: "this process has the file open for reading only")
            }
            guard let environment = entries[known].environment else { return nil }
            entries[known].uses += 1
            return environment
        }
        let environment = try Environment(path: path, options: options)
        entries.append(
            Entry(
                // The file exists now. If it were gone again, it could not be opened a second time.
                file: try? DataFile.identity(in: path), id: ObjectIdentifier(environment),
                access: environment.access, current: environment.current, environment: environment))
        return environment
    }

    /// Ends one use.
    ///
    /// - Returns: true when it was the last one: the caller closes the environment, then calls `handleClosed`.
    func release(_ environment: Environment) -> Bool {
        entries.withLock { entries in
            let id = ObjectIdentifier(environment)
            guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].uses > 0 else { return false }
            entries[index].uses -= 1
            return entries[index].uses == 0
        }
    }

    /// Lets the file be opened again: LMDB has closed it.
    func handleClosed(of environment: Environment) {
        let id = ObjectIdentifier(environment)
        entries.withLock { entries in entries.removeAll { $0.id == id } }
        entries.broadcast()
    }
}
