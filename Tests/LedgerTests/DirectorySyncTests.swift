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

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self"), "there is no file system of this kind"))
    func aFileSystemThatSyncsNoDirectoriesIsNone() throws {
        try DirectorySync.sync("/proc/self")
    }
}
