import Foundation

/// A file system that is mounted for a test.
package struct Mount {
    package let path: String

    /// Tried once: containers may have root and yet not be allowed to mount.
    package static let isPossible: Bool = {
        #if os(Linux)
            guard getuid() == 0, let disk = try? smallDisk(bytes: 1 << 20) else { return false }
            disk.remove()
            return true
        #else
            return false
        #endif
    }()

    /// A disk of its own, in memory.
    package static func smallDisk(bytes: Int) throws -> Mount {
        try mount("-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs")
    }

    /// A directory again, where it cannot be written.
    package static func readOnly(_ directory: String) throws -> Mount {
        let mount = try mount("--bind", directory)
        try run("mount", "-o", "remount,bind,ro", mount.path)
        return mount
    }

    /// Gives a disk another size, or makes it one that cannot be written.
    ///
    /// - Parameter option: such as `size=8m` or `ro`.
    package func remount(_ option: String) throws { try Self.run("mount", "-o", "remount,\(option)", path) }

    private static func mount(_ arguments: String...) throws -> Mount {
        let path = FileManager.default.temporaryDirectory.appending(path: "mount-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        do {
            try run("mount", arguments + [path])
        } catch {
            // The error that counts is the mount's.
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
        return Mount(path: path)
    }

    /// Fills the disk but for some bytes.
    package func fill(leaving room: Int = 0) {
        _ = FileManager.default.createFile(atPath: filler, contents: nil)
        guard let file = FileHandle(forWritingAtPath: filler) else { return }
        let piece = Data(count: 4_096)
        // Until the disk is full, which is the error.
        while (try? file.write(contentsOf: piece)) != nil {}
        if room > 0, let length = try? file.seekToEnd() { try? file.truncate(atOffset: length - UInt64(room)) }
        try? file.close()
    }

    /// Takes away what `fill` wrote.
    package func empty() { try? FileManager.default.removeItem(atPath: filler) }

    package func remove() {
        // As soon as nothing is open in it: a ledger is unmapped only when the last that holds it goes. What cannot be unmounted or
        // removed goes with the machine that the tests run on.
        try? Self.run("umount", "--lazy", path)
        try? FileManager.default.removeItem(atPath: path)
    }

    private var filler: String { path + "/filler" }

    private static func run(_ program: String, _ arguments: String...) throws { try run(program, arguments) }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw CocoaError(.executableNotLoadable)
        }
    }
}
