import Foundation
import Platform

/// A file that is written completely or not at all: it is written under another name next to its place, flushed to disk, and
/// only then renamed over what may stand there. Without `commit()` it leaves nothing behind.
///
/// An existing pipe or device is written directly: to replace it would
/// take it from its reader.
package final class AtomicFile {
    private let path: String
    private let target: OutputTarget

    /// The path until the file is complete; the target itself if that is written directly.
    let temporaryPath: String

    private let handle: FileHandle
    private var isCommitted = false

    /// Begins a file. Waits for the reader of a named pipe.
    ///
    /// - Parameter seeks: whether it is written in any order, so that only a regular file will do.
    /// - Throws: `cannotCreate`, also for a directory and for what is in the directory of a ledger.
    package init(path: String, seeks: Bool = false) throws(InterchangeError) {
        self.path = path
        target = try OutputTarget(path)
        switch target {
        case .stream(let path):
            guard !seeks else {
                throw InterchangeError(.cannotCreate, "\(path) is not a regular file. Name a regular file.")
            }
            temporaryPath = path
        case .file(let place, let permissions):
            temporaryPath = "\(place).\(UUID().uuidString.prefix(8)).part"
            // The new file has the permissions of the old one from the start; a read-only file is replaced too.
            let attributes = permissions.map { [FileAttributeKey.posixPermissions: Int($0 | 0o600)] }
            guard FileManager.default.createFile(atPath: temporaryPath, contents: nil, attributes: attributes) else {
                throw Self.notCreated(path)
            }
            UnfinishedFiles.add(temporaryPath)
        }
        guard let handle = FileHandle(forWritingAtPath: temporaryPath) else {
            if case .file = target { unlink(temporaryPath) }
            throw Self.notCreated(path)
        }
        self.handle = handle
    }

    deinit {
        guard case .file = target else { return }
        UnfinishedFiles.forget(temporaryPath)
        guard !isCommitted else { return }
        // Given up: what cannot be removed stays, and its name says that it is unfinished.
        try? handle.close()
        try? FileManager.default.removeItem(atPath: temporaryPath)
    }

    /// - Throws: `outputFailed`.
    package func write(_ bytes: [UInt8]) throws(InterchangeError) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            throw failed(error)
        }
    }

    /// Puts the file in its place.
    ///
    /// - Throws: `outputFailed`.
    package func commit() throws(InterchangeError) {
        do {
            if case .file = target { try handle.synchronize() }
            try handle.close()
        } catch {
            throw failed(error)
        }
        guard case .file(let place, let permissions) = target else { return }
        if let permissions { chmod(temporaryPath, permissions) }
        do {
            try DurableFile.move(temporaryPath, to: place)
        } catch {
            throw InterchangeError(.outputFailed, "\(path) cannot be put in its place: \(error.errno).")
        }
        isCommitted = true
    }

    private static func notCreated(_ path: String) -> InterchangeError {
        InterchangeError(
            .cannotCreate, "\(path) cannot be created. Check that its directory is there and can be written.")
    }

    private func failed(_ error: any Error) -> InterchangeError {
        let kept = if case .file = target { " What stood there before still does." } else { "" }
        return InterchangeError(.outputFailed, "\(path) cannot be written: \(error.localizedDescription)\(kept)")
    }
}
