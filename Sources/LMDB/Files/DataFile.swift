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
        let descriptor = open(path(in: directory), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw LMDBError(status: errno, path: directory, doing: "opening data.mdb")
        }
        defer { close(descriptor) }
        let reader = PageReader(descriptor: descriptor, directory: directory)
        let meta = try MetaPage.newest(reader)
        // The size after the meta page: a writer that is at work makes the file longer before it says so.
        try reader.checkLength(against: meta)
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
