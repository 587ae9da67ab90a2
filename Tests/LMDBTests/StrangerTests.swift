import Foundation
import LMDB
import Platform
import TestSupport
import Testing

/// Directories that somebody else has made: what stands there under LMDB's names is no reason to touch another file.
@Suite struct StrangerTests {
    let directory = TemporaryDirectory()
    private let files = FileManager.default

    private var environment: String { directory("e") }
    private var victim: String { directory("victim") }

    /// A closed environment with a table, and a file beside it that nobody has named.
    init() throws {
        try files.createDirectory(atPath: environment, withIntermediateDirectories: false)
        let open = try Environment.open(at: environment)
        let table: Table<UInt64> = try open.table(named: "t")
        try open.write { try $0.put([5], at: 1, in: table) }
        open.close()
        try directory.write("precious contents of another file", to: "victim")
    }

    private func put(_ kind: String, at path: String) throws {
        try files.removeItem(atPath: path)
        switch kind {
        case "link": try files.createSymbolicLink(atPath: path, withDestinationPath: victim)
        case "dangling link": try files.createSymbolicLink(atPath: path, withDestinationPath: directory("nowhere"))
        case "pipe": try #require(mkfifo(path, 0o600) == 0)
        case "hard link": try files.linkItem(atPath: victim, toPath: path)
        default: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
    }

    @Test(
        .withinTheRun, arguments: ["lock.mdb", "data.mdb"],
        ["link", "dangling link", "pipe", "directory", "hard link"])
    func nothingElseIsTakenForAFile(name: String, kind: String) throws {
        try put(kind, at: environment + "/" + name)
        for access in [Environment.Access.readOnly, .readWrite] {
            let error = #expect(throws: LMDBError.self) {
                try Environment.open(at: environment, options: .init(access: access))
            }
            #expect(error?.code == (kind == "hard link" ? .notLMDB : .irregularFile), "\(String(describing: error))")
            #expect(error?.detail.contains(name) == true)
        }
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious contents of another file")
        #expect(!files.fileExists(atPath: directory("nowhere")))
    }

    @Test func readingCreatesNothing() throws {
        try files.removeItem(atPath: environment + "/lock.mdb")
        let reader = try Environment.open(at: environment, options: .init(access: .readOnly))
        let table: Table<UInt64> = try reader.table(named: "t")
        #expect(try reader.read { try $0.value(at: 1, in: table) } == [5])
        #expect(try files.contentsOfDirectory(atPath: environment) == ["data.mdb"])
        // Whoever writes takes the directory first: this reader has no slot that would keep its pages from being reused.
        #expect(#expect(throws: FileError.self) { try DirectoryLock(environment) }?.errno == .wouldBlock)
        reader.close()
        let writing = try DirectoryLock(environment)
        defer { writing.release() }
        let writer = try Environment.open(at: environment)
        defer { writer.close() }
        #expect(try files.contentsOfDirectory(atPath: environment).sorted() == ["data.mdb", "lock.mdb"])
    }

    /// Which is what reading while somebody writes needs.
    @Test func readersWithATableKeepNobodyAway() throws {
        let reader = try Environment.open(at: environment, options: .init(access: .readOnly))
        defer { reader.close() }
        try DirectoryLock(environment).release()
    }

    /// A disk's space that was reserved for LMDB, which did not come to use it, and a table that was never begun.
    @Test(arguments: [0, 65_536]) func aTableThatWasNotFinishedIs(length: Int) throws {
        try Data(count: length).write(to: URL(filePath: environment + "/lock.mdb"))
        let reader = try Environment.open(at: environment, options: .init(access: .readOnly))
        let table: Table<UInt64> = try reader.table(named: "t")
        #expect(try reader.read { try $0.value(at: 1, in: table) } == [5])
        reader.close()
        let writer = try Environment.open(at: environment)
        defer { writer.close() }
        let written: Table<UInt64> = try writer.table(named: "t")
        try writer.write { try $0.put([6], at: 1, in: written) }
    }
}
