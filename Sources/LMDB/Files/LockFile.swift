import Platform

/// LMDB's table of readers, `lock.mdb`, looked at before LMDB opens it by its name.
///
/// LMDB follows whatever the name leads to, creates what is missing, makes it 64 KiB long and writes its head. So a link
/// that somebody else has put there could have another file of this user's written over. It is opened here first, as a
/// regular file and not a link, and accepted only if it begins like LMDB's own. To change the name between this check
/// and LMDB's, a process must be able to write the directory at that moment; this is detected once LMDB has opened it.
///
/// It is never open here while LMDB has it: LMDB's locks on it are those of the process, and go with the first
/// descriptor of it that is closed.
struct LockFile {
    /// How a reader reads.
    enum Reading {
        /// LMDB keeps it in the table.
        case inTable(FileStatus.Identity)
        /// The table is missing, and readers do not create it. As long as the process reads, this lock keeps writers
        /// away. Nil if the file exists and cannot be used: a process that may not write it mostly reads a copy
        /// without a writer, and on a full disk no process writes either.
        case withoutTable(DirectoryLock?)
    }

    static let name = "lock.mdb"
    /// The slots of the table; with 64 bytes each and as many for its head, 64 KiB.
    static let readers: UInt32 = 1_022
    private static let byteCount: UInt64 = 65_536
    private static let magic: UInt32 = 0xBEEF_C0DE
    /// How many milliseconds a reader waits for a writer to have made its table.
    private static let attempts = 5_000

    private let directory: String
    private var path: String { directory + "/" + Self.name }

    init(in directory: String) { self.directory = directory }

    /// Creates the file unless it exists, with its space on the disk.
    ///
    /// LMDB makes the file as long as it has to be and maps it without writing it. On a full disk the first store into
    /// the map would then be the end of the process, by SIGBUS, where an error is due.
    ///
    /// - Throws: `irregularFile`, `notLMDB`, `diskFull`, and what keeps the file from being opened.
    func prepareToWrite() throws(LMDBError) -> FileStatus.Identity {
        let file: OpenFile
        do {
            file = try OpenFile.regular(path, .readAndWrite)
        } catch {
            throw LMDBError(error, in: directory)
        }
        return try prepare(file)
    }

    /// Finds out how to read. Creates nothing.
    ///
    /// - Throws: `irregularFile`, `notLMDB`, `system` where somebody writes and makes no table.
    func prepareToRead() throws(LMDBError) -> Reading {
        for _ in 0..<Self.attempts {
            if let reading = try reading() { return reading }
            // A process that begins to write has the directory before the table exists.
            SystemClock.sleep(microseconds: 1_000)
        }
        throw LMDBError(
            .system, path: directory, detail: "somebody writes there without a \(Self.name), which says who reads")
    }

    /// - Returns: nil while another process has the directory for writing and the table does not exist yet.
    private func reading() throws(LMDBError) -> Reading? {
        do {
            let file = try OpenFile.regular(path, .update)
            // One that is empty is for a writer to make.
            if try !isEmpty(file) { return .inTable(try prepare(file)) }
        } catch let error as FileError {
            if error.irregular != nil { throw LMDBError(error, in: directory) }
            guard error.errno == .notFound else { return .withoutTable(nil) }
        } catch let error as LMDBError {
            guard error.code == .diskFull else { throw error }
            return .withoutTable(nil)
        } catch {}
        do {
            return .withoutTable(try DirectoryLock(directory, isShared: true))
        } catch {
            return error.errno == .wouldBlock ? nil : .withoutTable(nil)
        }
    }

    private func isEmpty(_ file: OpenFile) throws(LMDBError) -> Bool {
        do {
            return try file.length() == 0
        } catch {
            throw LMDBError(error, path: directory, doing: "measuring \(Self.name)")
        }
    }

    private func prepare(_ file: OpenFile) throws(LMDBError) -> FileStatus.Identity {
        let head = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)
        defer { head.deallocate() }
        let count: Int
        let identity: FileStatus.Identity
        do {
            count = try file.read(into: head, at: 0)
            identity = try file.status().identity
        } catch {
            throw LMDBError(error, path: directory, doing: "reading \(Self.name)")
        }
        // Space that was reserved for LMDB is zero if LMDB did not write its head afterwards.
        guard count == 0 || count == 4 && [0, Self.magic].contains(head.load(as: UInt32.self)) else {
            throw LMDBError(
                .notLMDB, path: directory,
                detail: "\(Self.name) is a file of something else, and LMDB would write over it")
        }
        do {
            try file.reserve(Self.byteCount)
        } catch  where error.isDiskFull {
            throw LMDBError(error, path: directory, doing: "reserving the space of \(Self.name)")
        } catch {
            // A file system that reserves nothing: LMDB finds out for itself.
        }
        return identity
    }
}
