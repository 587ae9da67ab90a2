import CLMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `data.mdb`, looked at as a file before LMDB maps it.
enum DataFile {
    /// A file, whatever path leads to it.
    struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
    }

    static func path(in directory: String) -> String { directory + "/data.mdb" }

    /// Whether there is a file with anything in it. LMDB takes an empty one for a new one.
    static func exists(in directory: String) throws(LMDBError) -> Bool {
        guard let status = try status(in: directory) else { return false }
        return status.st_size > 0
    }

    /// The file's identity, nil when there is none.
    static func identity(in directory: String) throws(LMDBError) -> Identity? {
        guard let status = try status(in: directory) else { return nil }
        return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    }

    /// Finds what is wrong with the file before LMDB does, or dies of it.
    ///
    /// A missing or empty file is right when it may be written: LMDB will fill it.
    static func check(in directory: String, access: Environment.Access) throws(LMDBError) {
        try checkDirectory(directory, access: access)
        guard try exists(in: directory) else {
            guard access == .readOnly else { return }
            throw LMDBError(.notFound, path: directory, detail: "there is no data.mdb, or it is empty")
        }
        try withReader(directory) { reader throws(LMDBError) in
            let meta = try MetaPage.newest(reader)
            // The length after the meta page: a writer that is at work makes the file longer before it says so.
            if try reader.length() < meta.usedBytes {
                // Pages at the end that were given up before they were ever written are no loss. They are rare, so
                // all others are looked for.
                try PageCheck(reader, meta).run(from: meta)
            }
        }
    }

    /// Checks every page of the last commit. Within a read transaction, which keeps the pages from being reused.
    static func checkPages(in directory: String) throws(LMDBError) {
        try withReader(directory) { reader throws(LMDBError) in
            let meta = try MetaPage.newest(reader)
            try PageCheck(reader, meta).run(from: meta)
        }
    }

    private static func withReader(
        _ directory: String, _ body: (PageReader) throws(LMDBError) -> Void
    ) throws(LMDBError) {
        let descriptor = open(path(in: directory), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw LMDBError(status: errno, path: directory, doing: "opening data.mdb")
        }
        defer { close(descriptor) }
        try body(PageReader(descriptor: descriptor, directory: directory))
    }

    private static func checkDirectory(_ directory: String, access: Environment.Access) throws(LMDBError) {
        var status = stat()
        guard stat(directory, &status) == 0 else {
            throw LMDBError(status: errno, path: directory, doing: "looking for the directory")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw LMDBError(.notDirectory, path: directory, detail: "not a directory")
        }
        guard access == .readWrite else { return }
        guard faccessat(AT_FDCWD, directory, W_OK, 0) == 0 else {
            throw LMDBError(status: errno, path: directory, doing: "asking to write the directory")
        }
    }

    private static func status(in directory: String) throws(LMDBError) -> stat? {
        var status = stat()
        if stat(path(in: directory), &status) == 0 { return status }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw LMDBError(status: errno, path: directory, doing: "looking at data.mdb")
    }
}
