import Foundation
import Platform
import TestSupport
import Testing

/// Files and directory entries that have to outlast a power failure.
@Suite struct DurableFileTests {
    let directory = TemporaryDirectory()

    @Test func aFileIsReplacedWhole() throws {
        let path = directory("file")
        try DurableFile.replace(path, with: Array("old".utf8))
        try DurableFile.replace(path, with: Array("new and longer".utf8), permissions: 0o600)
        #expect(try OpenFile(path, .read).contents() == Array("new and longer".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["file"])
    }

    @Test func aFileIsCreatedOnce() throws {
        let path = directory("file")
        #expect(try DurableFile.create(path, with: [1]))
        #expect(try !DurableFile.create(path, with: [2]))
        #expect(try OpenFile(path, .read).contents() == [1])
    }

    @Test func whatCannotBeWrittenSaysWhereAndWhy() {
        let path = directory("nowhere/file")
        let error = #expect(throws: FileError.self) { try DurableFile.replace(path, with: []) }
        #expect(error?.errno == .notFound)
        #expect(error.map { "\($0)" } == "creating \(path).new: No such file or directory")
    }

    @Test func aDirectoryThatCannotBeSyncedIsAnError() throws {
        try DurableFile.syncDirectory(directory.path)
        let error = #expect(throws: FileError.self) { try DurableFile.syncDirectory(directory("nowhere")) }
        #expect(error?.path == directory("nowhere"))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self"), "there is no file system of this kind"))
    func aFileSystemThatSyncsNoDirectoriesIsNone() throws {
        try DurableFile.syncDirectory("/proc/self")
    }

    @Test func aDirectoryIsLockedForOneAtATime() throws {
        let lock = try DirectoryLock(directory.path)
        let error = #expect(throws: FileError.self) { try DirectoryLock(directory.path) }
        #expect(error?.errno == .wouldBlock)
        lock.release()
        try DirectoryLock(directory.path).release()
    }
}
