import Foundation

/// A file that appears whole or not at all: it is written under another name beside its place, brought to the disk, and
/// only then renamed over what may stand there.
///
/// Without `commit()` it leaves nothing behind.
final class AtomicFile {
    private let path: String

    /// Where it is until it is complete.
    let temporaryPath: String

    private let handle: FileHandle
    private var isCommitted = false

    /// - Throws: `cannotCreate`.
    init(path: String) throws(InterchangeError) {
        self.path = path
        temporaryPath = "\(path).\(UUID().uuidString.prefix(8)).part"
        guard FileManager.default.createFile(atPath: temporaryPath, contents: nil),
            let handle = FileHandle(forWritingAtPath: temporaryPath)
        else {
            throw InterchangeError(
                .cannotCreate, "\(path) cannot be created. Check that its directory is there and can be written.")
        }
        self.handle = handle
        UnfinishedFiles.add(temporaryPath)
    }

    deinit {
        UnfinishedFiles.forget(temporaryPath)
        guard !isCommitted else { return }
        try? handle.close()
        try? FileManager.default.removeItem(atPath: temporaryPath)
    }

    func write(_ bytes: [UInt8]) throws(InterchangeError) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            throw failed(error)
        }
    }

    /// Puts the file in its place.
    func commit() throws(InterchangeError) {
        do {
            try handle.synchronize()
            try handle.close()
        } catch {
            throw failed(error)
        }
        guard rename(temporaryPath, path) == 0 else {
            throw InterchangeError(
                .outputFailed, "\(path) cannot be put in its place: \(String(cString: strerror(errno))).")
        }
        isCommitted = true
        // The new name itself has to reach the disk too.
        let directory = (path as NSString).deletingLastPathComponent
        let descriptor = open(directory.isEmpty ? "." : directory, O_RDONLY)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
    }

    private func failed(_ error: any Error) -> InterchangeError {
        InterchangeError(
            .outputFailed,
            "\(path) cannot be written: \(error.localizedDescription) What stood there before still does.")
    }
}
