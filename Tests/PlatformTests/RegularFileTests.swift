import Foundation
import Platform
import TestSupport
import Testing

/// Files that somebody else may have put something else in the place of.
@Suite struct RegularFileTests {
    let directory = TemporaryDirectory()

    /// What can stand in a file's place, made in it.
    enum Stranger: String, CaseIterable {
        case link, danglingLink, pipe, folder, listener

        func make(at path: String, beside target: String) throws {
            switch self {
            case .link, .danglingLink:
                if self == .link { try "precious".write(toFile: target, atomically: true, encoding: .utf8) }
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            case .pipe: try #require(mkfifo(path, 0o600) == 0)
            case .folder: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .listener: try Self.makeSocket(path)
            }
        }

        private static func makeSocket(_ path: String) throws {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            let bound = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
        }

        var kind: FileKind {
            switch self {
            case .link, .danglingLink: .symbolicLink
            case .pipe: .namedPipe
            case .folder: .directory
            case .listener: .socket
            }
        }
    }

    @Test(.withinTheRun, arguments: Stranger.allCases, [OpenFile.Access.read, .update, .readAndWrite])
    func onlyARegularFileIsOpened(stranger: Stranger, access: OpenFile.Access) throws {
        let path = directory("f")
        try stranger.make(at: path, beside: directory("t"))
        let error = #expect(throws: FileError.self) { try OpenFile.regular(path, access) }
        #expect(error?.irregular == stranger.kind)
        #expect(error.map { "\($0)" } == "\(path) is \(stranger.kind) and no regular file")
        let isThere = FileManager.default.fileExists(atPath: directory("t"))
        #expect(isThere == (stranger == .link), "a link was written through")
    }

    @Test func whoNamesALinkMayMeanTheFileAtItsEnd() throws {
        try Stranger.link.make(at: directory("f"), beside: directory("t"))
        #expect(try OpenFile.regular(directory("f"), followsLinks: true).contents() == Array("precious".utf8))
        try FileManager.default.removeItem(atPath: directory("t"))
        try #require(mkfifo(directory("t"), 0o600) == 0)
        let error = #expect(throws: FileError.self) { try OpenFile.regular(directory("f"), followsLinks: true) }
        #expect(error?.irregular == .namedPipe)
    }

    @Test func aMissingFileIsMissing() throws {
        let error = #expect(throws: FileError.self) { try OpenFile.regular(directory("f")) }
        #expect(error?.errno == .notFound && error?.irregular == nil)
        #expect(!FileSystem.exists(directory("f")))
        try Stranger.danglingLink.make(at: directory("f"), beside: directory("t"))
        #expect(FileSystem.exists(directory("f")))
    }

    @Test func noMoreIsReadThanIsAskedFor() throws {
        try directory.write(String(repeating: "x", count: 100_000), to: "f")
        let file = try OpenFile.regular(directory("f"))
        #expect(try file.contents(upTo: 100_000).count == 100_000)
        #expect(#expect(throws: Errno.self) { try file.contents(upTo: 99_999) } == .fileTooLarge)
    }

    /// The name under which a file is written before it is renamed can be taken too.
    @Test func aReplacementIsWrittenThroughNoLink() throws {
        try Stranger.link.make(at: directory("f.new"), beside: directory("t"))
        try DurableFile.replace(directory("f"), with: [1])
        #expect(try OpenFile.regular(directory("f")).contents() == [1])
        #expect(try String(contentsOfFile: directory("t"), encoding: .utf8) == "precious")
    }

    @Test func whoSharesADirectoryKeepsItsOnlyOwnerAway() throws {
        let (one, other) = (
            try DirectoryLock(directory.path, isShared: true), try DirectoryLock(directory.path, isShared: true)
        )
        #expect(#expect(throws: FileError.self) { try DirectoryLock(directory.path) }?.errno == .wouldBlock)
        one.release()
        #expect(#expect(throws: FileError.self) { try DirectoryLock(directory.path) }?.errno == .wouldBlock)
        other.release()
        try DirectoryLock(directory.path).release()
    }
}
