import CommandTesting
import DraftLedger
import Foundation
import Ledger
import TestSupport

/// A `Life` that was recorded, what it has said, and what its ledger was in the end.
final class Recording {
    /// A library is preloaded into the process, which takes a loader that does so, and no sanitizer, which wants to be
    /// first.
    static let isPossible: Bool = {
        #if os(Linux)
            return ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil && library != nil
        #else
            return false
        #endif
    }()

    /// The recorder of `Tests/PowerCut` as a library, compiled into the folder of the build once for each run; nil
    /// without a C compiler.
    private static let library: URL? = {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "PowerCut")
        let library = Executables.crashWriter.deletingLastPathComponent().appending(path: "libPowerCut.so")
        let files = ["recorder.c", "trace.c"].map { sources.appending(path: $0).path }
        let compiled = try? ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            ["clang", "-shared", "-fPIC", "-O1", "-o", library.path, "-I", sources.appending(path: "include").path]
                + files + ["-ldl", "-lpthread"])
        return compiled?.end == .exit(0) ? library : nil
    }()

    /// The ledger's folder, below the one that is recorded.
    static let name = "life.ledger"

    private let scratch = TemporaryDirectory()
    private(set) var trace: Trace
    private(set) var end: ChildProcess.End
    private(set) var errors: String

    /// Where the ledger is that the process has left.
    var path: String { scratch("disk/" + Self.name) }

    /// - Parameters:
    ///   - way: how it lives: `life`, `hasty`, `relaxed`.
    ///   - length: of the life.
    ///   - fault: which calls fail, in the recorder's words.
    init(_ way: String, length: Int, fault: String? = nil) throws {
        try FileManager.default.createDirectory(atPath: scratch("disk"), withIntermediateDirectories: true)
        (end, errors) = try Self.run(way, length, fault, in: scratch)
        trace = try Trace(Array(Data(contentsOf: URL(filePath: scratch("trace")))))
    }

    /// Lives on after an end that was no end, recorded in the same trace.
    func goOn(_ way: String, length: Int) throws {
        (end, errors) = try Self.run(way, length, nil, in: scratch)
        trace = try Trace(Array(Data(contentsOf: URL(filePath: scratch("trace")))))
    }

    private static func run(
        _ way: String, _ length: Int, _ fault: String?, in scratch: TemporaryDirectory
    ) throws -> (ChildProcess.End, String) {
        var environment = [
            "LD_PRELOAD": library?.path ?? "", "POWERCUT_FOLDER": scratch("disk"), "POWERCUT_TRACE": scratch("trace"),
            "SWIFT_BACKTRACE": "enable=no",
        ]
        environment["POWERCUT_FAULT"] = fault
        let ran = try ChildProcess.run(
            Executables.crashWriter, [scratch("disk/" + name), "1", way, "\(length)"], environment: environment)
        return (ran.end, ran.errors)
    }

    /// What went to standard output, by line.
    var lines: [String] {
        trace.steps.flatMap { step -> [Substring] in
            if case .said(let text) = step { text.split(separator: "\n") } else { [] }
        }.map(String.init)
    }

    /// The calls that were made to fail.
    var failedCalls: [String] {
        trace.steps.compactMap { step in
            switch step {
            case .failed(let call), .syncFailed(_, let call): call
            default: nil
            }
        }
    }

    /// The table of readers as it was left: written through a mapping, so it is not in the trace.
    var readerTable: [UInt8] {
        get throws { try Array(Data(contentsOf: URL(filePath: path + "/lock.mdb"))) }
    }

    /// The sizes that the ledger had after each of its commits.
    func commits() throws -> Set<UInt64> {
        var disk = Disk()
        var sizes: Set<UInt64> = []
        let name = Self.name + "/data.mdb"
        let folder = scratch("commit")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for step in trace.steps {
            try disk.apply(step)
            // LMDB writes nothing else of this length but the root of a commit.
            guard case .write(_, _, let bytes, _) = step, bytes.count == 120, let content = disk.content(of: name)
            else { continue }
            try Data(content).write(to: URL(filePath: folder + "/data.mdb"))
            let ledger = try Ledger.open(at: folder, mode: .readOnly)
            sizes.insert(try ledger.size)
            ledger.close()
        }
        return sizes
    }
}

/// What a life has said is there.
struct Promises {
    var isCreated = false
    var stored: UInt64 = 0
    var published: Set<UInt64> = []
    var key: String?
    var receipts = false
    var reports = false

    /// Takes in what was said.
    mutating func note(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            switch words.first {
            case "created":
                isCreated = true
                key = key ?? words.last
            case "stored": stored = max(stored, words.last.flatMap { UInt64($0) } ?? 0)
            case "published": if let size = words.last.flatMap({ UInt64($0) }) { published.insert(size) }
            case "key": key = words.last
            case "receipts": receipts = true
            case "reports": reports = true
            default: break
            }
        }
    }
}
