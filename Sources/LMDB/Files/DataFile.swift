import Platform

/// `data.mdb`, looked at as a file before LMDB maps it.
enum DataFile {
    static let name = "data.mdb"

    static func path(in directory: String) -> String { directory + "/" + name }

    /// Whether there is a file with anything in it. LMDB takes an empty one for a new one.
    static func exists(in directory: String) throws(LMDBError) -> Bool {
        (try status(in: directory)?.size ?? 0) > 0
    }

    /// Returns the file's identity; nil if the file does not exist.
    static func identity(in directory: String) throws(LMDBError) -> FileStatus.Identity? {
        try status(in: directory)?.identity
    }

    /// Finds what is wrong with the file before LMDB does, or dies of it.
    ///
    /// A missing or empty file is right when it may be written: LMDB will fill it. Anything but a regular file is wrong,
    /// and so is a link to one: a person who shares a ledger must not choose which file of its reader is opened.
    static func check(in directory: String, access: Environment.Access) throws(LMDBError) {
        try checkDirectory(directory, access: access)
        guard try exists(in: directory) else {
            guard access == .readOnly else { return }
            throw LMDBError(.notFound, path: directory, detail: "there is no data.mdb, or it is empty")
        }
        try withReader(directory) { reader throws(LMDBError) in
            while true {
                let meta = try MetaPage.newest(reader)
                // The length after the meta page: a writer that is at work makes the file longer before it says so.
                guard try reader.length() < meta.usedBytes else { return }
                // Pages at the end that were given up before they were ever written are no loss. They are rare, so
                // all others are looked for.
                do throws(LMDBError) {
                    return try PageCheck(reader, meta).run(from: meta)
                } catch {
                    // No transaction keeps the pages, so a page that a writer has reused meanwhile is not damaged.
                    guard try MetaPage.newest(reader).transaction != meta.transaction else { throw error }
                }
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
            file = try OpenFile.regular(path(in: directory))
        } catch {
            throw LMDBError(error, in: directory)
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

    /// Creates an empty file for LMDB to fill, unless it exists.
    static func create(in directory: String) throws(LMDBError) {
        do {
            _ = try OpenFile.regular(path(in: directory), .readAndWrite)
        } catch {
            throw LMDBError(error, in: directory)
        }
    }

    private static func status(in directory: String) throws(LMDBError) -> FileStatus? {
        let status: FileStatus
        do {
            status = try FileStatus(ofItself: path(in: directory))
        } catch {
            if error == .notFound || error == .notDirectory { return nil }
            throw LMDBError(error, path: directory, doing: "looking at data.mdb")
        }
        guard status.kind == .regularFile else {
            throw LMDBError(FileError(status.kind, at: path(in: directory)), in: directory)
        }
        return status
    }
}
