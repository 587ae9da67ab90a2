import Foundation
import Ledger
import TestSupport
import Testing

/// Directories whose entries have to outlast a power failure.
@Suite struct DirectorySyncTests {
    let directory = TemporaryDirectory()

    @Test func aDirectoryThatCannotBeSyncedIsAnError() throws {
        try DirectorySync.sync(directory.path)
        let error = expect(.storage) { try DirectorySync.sync(directory("nowhere")) }
        #expect(error?.path == directory("nowhere"))
    }

    @Test func aFileSystemThatSyncsNoDirectoriesIsNone() throws {
        guard FileManager.default.fileExists(atPath: "/proc/self") else {
            return print("skipped: there is no file system of this kind")
        }
        try DirectorySync.sync("/proc/self")
    }
}
