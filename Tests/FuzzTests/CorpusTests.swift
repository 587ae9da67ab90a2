import Foundation
import FuzzTargets
import Testing

/// The inputs that the fuzzer has found, read once each: an input that ended the process before is among them.
@Suite struct CorpusTests {
    /// Of all inputs together.
    private static let mostBytes = 200_000

    private static let folder = root.appending(path: "Fixtures/fuzz")

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The names of the targets that have inputs.
    private static var folders: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
        let place = folder.appending(path: target.rawValue)
        guard FileManager.default.fileExists(atPath: place.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted().map {
            Array(try Data(contentsOf: place.appending(path: $0)))
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func noInputOfTheCorpusEndsTheProcess(target: FuzzTarget) async throws {
        let inputs = try Self.inputs(of: target)
        await Self.onAThread { for input in inputs { target.read(input) } }
    }

    /// The same inputs in each run, so that a failure can be repeated.
    @Test(arguments: FuzzTarget.allCases)
    func noChangedInputEndsTheProcess(target: FuzzTarget) async throws {
        let inputs = try Self.inputs(of: target)
        await Self.onAThread {
            var mutator = InputMutator(inputs, seed: 27)
            for _ in 0..<target.runsInTests { target.read(mutator.next()) }
        }
    }

    /// A target blocks its thread until a server has answered, so that it must not be a thread of the server's tasks.
    private static func onAThread(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                work()
                continuation.resume()
            }
        }
    }

    @Test func theCorpusIsSmallAndHasNoOtherFolders() throws {
        #expect(try Set(Self.folders).subtracting(FuzzTarget.allCases.map(\.rawValue)).isEmpty)
        let bytes = try FuzzTarget.allCases.reduce(0) { try $0 + Self.inputs(of: $1).reduce(0) { $0 + $1.count } }
        #expect(bytes <= Self.mostBytes)
    }

    /// The article says of each way in which target covers it, and names no target that there is not.
    @Test func theArticleNamesEachTarget() throws {
        let article = try String(
            contentsOf: Self.root.appending(path: "Sources/Server/Server.docc/ForeignBytes.md"), encoding: .utf8)
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| What") }
        let named = rows.flatMap { row -> [String] in
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let cell = cells.dropFirst(3).first else { return [] }
            return cell.matches(of: #/`([a-z]+)`/#).map { String($0.output.1) }
        }
        #expect(Set(named) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }
}

extension FuzzTarget {
    /// Targets that start a server or write files take longer for each input.
    fileprivate var runsInTests: Int {
        switch self {
        case .requests, .queries, .bodies: 60
        case .heads, .answers, .tokens, .claims, .keysets, .proxies, .addresses, .client, .values, .tiles, .json,
            .commands, .records,
            .events:
            400
        default: 20
        }
    }
}
