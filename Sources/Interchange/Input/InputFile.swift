import Foundation
import Platform

/// A file to import, read from front to back in chunks. What gzip packed is unpacked on the way, whatever its name.
struct InputFile {
    /// The path as it was given: what messages call the file.
    let path: String
    let limits: InputLimits

    /// The names of columns in the file, if the import gives them.
    let columns: ColumnMap

    private enum Source {
        case file(OpenFile)
        case standardInput
    }

    private let source: Source
    private var offset: UInt64 = 0
    private var inflater: GzipInflater?

    /// Read to tell gzip by, and not yet handed out.
    private var head: [UInt8] = []

    static let chunkSize = 1 << 18

    /// - Parameters:
    ///   - path: "-" stands for standard input.
    ///   - limits: how much is taken in.
    /// - Throws: `noSuchInput`, `unreadable` also for other than regular files, `badData` for an archive of several files.
    ///   - columns: what the file calls its columns.
    init(
        path: String, limits: InputLimits = .standard, columns: ColumnMap = ColumnMap()
    ) throws(InterchangeError) {
        self.path = path == "-" ? "standard input" : path
        self.limits = limits
        self.columns = columns
        source = path == "-" ? .standardInput : .file(try Self.open(path))
        head = try readChunk()
        if GzipInflater.isGzip(head) { inflater = try GzipInflater(limits: limits) }
        guard !head.starts(with: [0x50, 0x4B, 0x03, 0x04]) else {
            throw InterchangeError(.badData, "\(path) is a ZIP archive. Unpack it and name the files in it.")
        }
    }

    /// Opens a link's target. A pipe is refused, since it might wait without end.
    private static func open(_ path: String) throws(InterchangeError) -> OpenFile {
        do {
            return try OpenFile.regular(path, followsLinks: true)
        } catch {
            switch error.irregular {
            case .directory: throw InterchangeError(.unreadable, "\(path) is a directory. Name the files in it.")
            case let kind?:
                throw InterchangeError(
                    .unreadable, "\(path) is not a regular file, but \(kind). Name a file, or - for standard input.")
            case nil: break
            }
            guard error.errno != .notFound else {
                throw InterchangeError(.noSuchInput, "There is no file \(path). Check the path.")
            }
            throw InterchangeError(.unreadable, "\(path) cannot be opened for reading. Check its permissions.")
        }
    }

    /// The next bytes of the content, at most a chunk of them; empty at its end.
    ///
    /// - Throws: `unreadable`; `badData` when the gzip stream is damaged or cut off, `tooLarge` when it holds more than
    ///   the limits allow.
    mutating func next() throws(InterchangeError) -> [UInt8] {
        guard let inflater else { return try nextStored() }
        var file = self
        defer { self = file }
        do {
            return try inflater.unpack { () throws(InterchangeError) in try file.nextStored() }
        } catch {
            guard error.code != .unreadable else { throw error }
            throw InterchangeError(error.code, "\(path): \(error.message)")
        }
    }

    /// The whole content from here on.
    ///
    /// - Throws: `tooLarge` for more than is held in memory as a whole.
    mutating func rest() throws(InterchangeError) -> [UInt8] {
        var content = try next()
        while true {
            let more = try next()
            if more.isEmpty { return content }
            content += more
            guard content.count <= limits.whole else {
                throw InterchangeError(
                    .tooLarge, "\(path) is larger than \(limits.whole >> 20) MiB: no such file comes near that.")
            }
        }
    }

    private mutating func nextStored() throws(InterchangeError) -> [UInt8] {
        guard head.isEmpty else {
            defer { head = [] }
            return head
        }
        return try readChunk()
    }

    private mutating func readChunk() throws(InterchangeError) -> [UInt8] {
        do {
            switch source {
            case .standardInput:
                return try FileHandle.standardInput.read(upToCount: Self.chunkSize).map { [UInt8]($0) } ?? []
            case .file(let file):
                let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 1)
                defer { chunk.deallocate() }
                let count = try file.read(into: chunk, at: offset)
                offset += UInt64(count)
                return Array(chunk[..<count])
            }
        } catch {
            let reason = (error as? Errno).map { "\($0)" } ?? error.localizedDescription
            throw InterchangeError(.unreadable, "\(path) cannot be read: \(reason)")
        }
    }
}

extension InputFile {
    /// Returns the whole content; a file that cannot be unpacked is an issue like any other.
    mutating func restOrIssue() throws(ImportIssue) -> [UInt8] {
        do {
            return try rest()
        } catch {
            throw ImportIssue(file: path, place: nil, found: error.message, expected: "a file that can be read")
        }
    }
}
