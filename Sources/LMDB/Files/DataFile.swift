import Platform

/// `data.mdb`, looked at as a file before LMDB maps it.
enum DataFile {
    static func path(in directory: String) -> String { directory + "/data.mdb" }

    /// Whether there is a file with anything in it. LMDB takes an empty one for a new one.
    static func exists(in directory: String) throws(LMDBError) -> Bool {
        (try status(in: directory)?.size ?? 0) > 0
    }

    /// The file's identity, nil when there is none.
    static func identity(in directory: String) throws(LMDBError) -> FileStatus.Identity? {
        try status(in: directory)?.identity
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
        let file: OpenFile
        do {
            file = try OpenFile(path(in: directory), .read)
        } catch {
            throw LMDBError(error, path: directory, doing: "opening data.mdb")
        }
        try body(PageReader(file: file, directory: directory))
    }

    private static func checkDirectory(_ directory: String, access: Environment.Access) throws(LMDBError) {
        let status: FileStatus
        do {
            status = try FileStatus(of: directory)
        } catch {
            throw LMDBError(error, path: directory, doing: "looking for the directory")
        }
        guard status.isDirectory else {
            throw LMDBError(.notDirectory, path: directory, detail: "not a directory")
        }
        guard access == .readWrite else { return }
        do {
            try FileSystem.checkWritable(directory)
        } catch {
            throw LMDBError(error, path: directory, doing: "asking to write the directory")
        }
    }

    private static func status(in directory: String) throws(LMDBError) -> FileStatus? {
        do {
            return try FileStatus(of: path(in: directory))
        } catch {
            if error == .notFound || error == .notDirectory { return nil }
            throw LMDBError(error, path: directory, doing: "looking at data.mdb")
        }
    }
}

/// LMDB's table of readers, `lock.mdb`.
enum LockFile {
    /// The slots of the table; with 64 bytes each and as many for its head, 64 KiB.
    static let readers: UInt32 = 1_022
    private static let byteCount: UInt64 = 65_536

    /// Gives the file its space on the disk before LMDB maps it.
    ///
    /// LMDB makes the file as long as it has to be and maps it without writing it. On a full disk the first store into
    /// the map would then be the end of the process, by SIGBUS, where an error is due.
    ///
    /// - Throws: where there is no space for it; anything else LMDB finds out itself.
    static func reserve(in path: String) throws(Errno) {
        do {
            try OpenFile(path + "/lock.mdb", .readAndWrite).reserve(byteCount)
        } catch  where error.isDiskFull {
            throw error
        } catch {}
    }
}
