import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A store for the data of a device that must outlive the process: its key, unless that is kept elsewhere, the last
/// head of the ledger that it checked, and the secrets that it has yet to reveal for a draw.
public protocol DeviceStore: Sendable {
    /// - Returns: nil if the store has no value under the name.
    func read(_ name: String) throws(DraftClientError) -> [UInt8]?

    /// Puts bytes under a name, whole or not at all.
    func write(_ name: String, _ bytes: [UInt8]) throws(DraftClientError)
}

/// A directory that only its owner can read: mode 0700, and 0600 for each file.
public struct FileDeviceStore: DeviceStore {
    private let directory: String

    /// - Parameter directory: made where it is not there yet.
    /// - Throws: `signing` where it cannot be made, or is open to others.
    public init(_ directory: String) throws(DraftClientError) {
        self.directory = directory
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .signing("\(directory) cannot be made: \(error.localizedDescription)")
        }
        try Self.checkIsPrivate(directory)
    }

    public func read(_ name: String) throws(DraftClientError) -> [UInt8]? {
        let path = "\(directory)/\(name)"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        try Self.checkIsPrivate(path)
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw .signing("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    public func write(_ name: String, _ bytes: [UInt8]) throws(DraftClientError) {
        let (path, new) = ("\(directory)/\(name)", "\(directory)/\(name).\(UUID().uuidString)")
        // Closed to others from its first byte on.
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw .signing("\(new) cannot be made: \(Self.reason)") }
        let isWritten = bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) } && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(new, path) == 0 else {
            let reason = Self.reason
            unlink(new)
            throw .signing("\(path) cannot be written: \(reason)")
        }
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
            #elseif canImport(Musl)
                let count = Musl.write(descriptor, piece.baseAddress, piece.count)
            #else
                let count = Darwin.write(descriptor, piece.baseAddress, piece.count)
            #endif
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func checkIsPrivate(_ path: String) throws(DraftClientError) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)  // without any it is not ours
        guard let mode = attributes?[.posixPermissions] as? NSNumber, mode.intValue & 0o077 == 0 else {
            throw .signing("\(path) can be read by others than its owner: chmod go= \(path), and take a new key.")
        }
    }
}

/// A store in memory, which ends with the process: for tests, and for keys that are kept elsewhere.
public final class MemoryDeviceStore: DeviceStore {
    private let kept = Mutex<[String: [UInt8]]>([:])

    public init() {}

    public func read(_ name: String) throws(DraftClientError) -> [UInt8]? { kept.withLock { $0[name] } }

    public func write(_ name: String, _ bytes: [UInt8]) throws(DraftClientError) {
        kept.withLock { $0[name] = bytes }
    }
}
