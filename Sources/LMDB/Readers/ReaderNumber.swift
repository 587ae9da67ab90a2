import CLMDB
import Platform

/// The process number under which LMDB keeps this process's readers.
///
/// It is the process's own one unless that is in use: by a process of another PID namespace (a second container on the
/// same volume, whose first process has number 1 too), or by slots that an earlier process with this number left when
/// it was killed. LMDB would take the former for an error and the latter for slots of its own, which it never frees.
enum ReaderNumber {
    /// How many numbers are tried. Each is new, so that more than a few are needed only among many containers.
    private static let attempts = 64

    /// Opens an environment under a number that no other process has.
    ///
    /// - Parameter open: opens the environment's files, and claims the number by its first transaction. Answers false
    ///   where the number is taken.
    /// - Returns: the environment, and whether LMDB may close it.
    static func open(
        path: String, _ open: (OpaquePointer, _ number: Int32) throws(LMDBError) -> Bool
    ) throws(LMDBError) -> (OpaquePointer, canClose: Bool) {
        for attempt in 0...attempts {
            let isOwn = attempt == 0
            var created: OpaquePointer?
            var number: Int32 = 0
            let status =
                isOwn ? clmdb_env_create(&created, &number) : clmdb_env_create_with_another_number(&created, &number)
            guard status == MDB_SUCCESS, let handle = created else {
                guard isOwn else { break }
                throw LMDBError(status: status, path: path, doing: "preparing an environment")
            }
            do throws(LMDBError) {
                if try open(handle, number) { return (handle, isOwn) }
            } catch {
                mdb_env_close(handle)
                throw error
            }
            // It has had no slot, so that LMDB frees no other process's.
            mdb_env_close(handle)
        }
        throw LMDBError(
            .readerNotProtected, path: path, status: Errno.wouldBlock.rawValue,
            detail: "a process of another PID namespace (another container) reads under this one's process number, and "
                + "the system gave out no other number. Start one of them with another number: share the PID "
                + "namespace, or put a shell or an init before the program")
    }

    /// Returns whether the table has slots under a number, before this process has any.
    static func hasSlots(_ handle: OpaquePointer, of number: Int32) -> Bool {
        var search = Search(number: number)
        mdb_reader_list(
            handle,
            { line, context in
                guard let line, let search = context?.assumingMemoryBound(to: Search.self) else { return 0 }
                // "   4711 7f0c4a5fe740 12": the first line has names, and no number.
                let number = String(cString: line).split(separator: " ").first.flatMap { Int32($0) }
                if number == search.pointee.number { search.pointee.isFound = true }
                return 0
            }, &search)
        return search.isFound
    }

    private struct Search {
        let number: Int32
        var isFound = false
    }
}
