import Foundation

/// A file to import, read from front to back in chunks. What gzip packed is unpacked on the way, whatever its name.
struct InputFile {
    /// The path as it was given: what messages call the file.
    let path: String

    private let handle: FileHandle
    private var inflater: GzipInflater?

    /// Read to tell gzip by, and not yet handed out.
    private var head: [UInt8]

    static let chunkSize = 1 << 18

    /// - Parameter path: "-" stands for standard input.
    /// - Throws: `noSuchInput`, `unreadable`.
    init(path: String) throws(InterchangeError) {
        self.path = path == "-" ? "standard input" : path
        handle = path == "-" ? FileHandle.standardInput : try Self.open(path)
        head = []
        head = try readChunk()
        if GzipInflater.isGzip(head) { inflater = try GzipInflater() }
    }

    private static func open(_ path: String) throws(InterchangeError) -> FileHandle {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw InterchangeError(.noSuchInput, "There is no file \(path). Check the path.")
        }
        guard !isDirectory.boolValue else {
            throw InterchangeError(.unreadable, "\(path) is a directory. Name the files in it.")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw InterchangeError(.unreadable, "\(path) cannot be opened for reading. Check its permissions.")
        }
        return handle
    }

    /// The next bytes of the content; empty at its end.
    ///
    /// - Throws: `unreadable`, or `badData` when the gzip stream is damaged or cut off.
    mutating func next() throws(InterchangeError) -> [UInt8] {
        guard inflater != nil else { return try nextStored() }
        while true {
            let stored = try nextStored()
            do {
                guard !stored.isEmpty else {
                    try inflater?.finish()
                    return []
                }
                if let content = try inflater?.inflate(stored), !content.isEmpty { return content }
            } catch {
                throw InterchangeError(.badData, "\(path): \(error.message)")
            }
        }
    }

    /// The whole content from here on.
    mutating func rest() throws(InterchangeError) -> [UInt8] {
        var content = try next()
        while true {
            let more = try next()
            if more.isEmpty { return content }
            content += more
        }
    }

    private mutating func nextStored() throws(InterchangeError) -> [UInt8] {
        if !head.isEmpty {
            defer { head = [] }
            return head
        }
        return try readChunk()
    }

    private func readChunk() throws(InterchangeError) -> [UInt8] {
        do {
            return try handle.read(upToCount: Self.chunkSize).map { [UInt8]($0) } ?? []
        } catch {
            throw InterchangeError(.unreadable, "\(path) cannot be read: \(error.localizedDescription)")
        }
    }
}

extension InputFile {
    /// The whole content, for whoever reports a file that cannot be unpacked like any other that is wrong.
    mutating func restOrIssue() throws(ImportIssue) -> [UInt8] {
        do {
            return try rest()
        } catch {
            throw ImportIssue(file: path, place: nil, found: error.message, expected: "a file that can be read")
        }
    }
}
