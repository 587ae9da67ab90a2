import CommandTesting
import Foundation
import TestSupport
import Testing

/// A document with `console` blocks: commands after `$ `, each followed by what it prints.
///
/// The blocks of a document are one session: a shell in an empty directory, on a terminal of 100 columns. Every command
/// ends with 0, unless `$ echo $?` comes next. In what is shown a line `…` stands for any lines, and `…` within a line for
/// any text: dates, keys and durations differ, and long output is cut.
///
/// A document that names `127.0.0.1:3000` in a command has a server for development there, with a new ledger, unless one of its
/// commands starts a server. The test takes another port, and writes its address into the commands.
///
/// Commands after `# ` are for root, on a machine of one's own: they mount file systems. `Tools/trials/run runbook` runs them.
struct ConsoleDocument: CustomTestStringConvertible {
    struct Step {
        /// The line of the document, from 1.
        var line: Int
        var isForRoot: Bool
        var command: String
        var shown: [String]
    }

    struct Malformed: Error {
        var text: String
    }

    /// The path from the root of the repository.
    let path: String
    /// The steps that need no root.
    let steps: [Step]

    var testDescription: String { path }

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// README, the articles of all modules, and the files of `.github`.
    static let paths: [String] = {
        let all = FileManager.default.subpaths(atPath: root.appending(path: "Sources").path) ?? []
        let github = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: ".github").path)) ?? []
        let articles = all.filter { $0.hasSuffix(".md") }.map { "Sources/\($0)" }
        return ["README.md"] + (articles + github.filter { $0.hasSuffix(".md") }.map { ".github/\($0)" }).sorted()
    }()

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    init(path: String) throws {
        try self.init(path: path, text: try Self.text(of: path))
    }

    init(path: String, text: String) throws {
        self.path = path
        var steps: [Step] = []
        var isInside = false
        // How a command continues: after a backslash, or up to the end of a document for its input.
        var isContinued = false
        var inputEnd: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated()
        {
            if !isInside {
                isInside = line == "```console"
                continue
            }
            if let end = inputEnd {
                steps[steps.count - 1].command += "\n" + line
                if line == end { inputEnd = nil }
            } else if isContinued {
                steps[steps.count - 1].command += "\n" + line
                isContinued = line.hasSuffix("\\")
            } else if line == "```" {
                isInside = false
            } else if line.hasPrefix("$ ") || line.hasPrefix("# ") {
                let command = String(line.dropFirst(2))
                steps.append(Step(line: index + 1, isForRoot: line.hasPrefix("#"), command: command, shown: []))
                isContinued = command.hasSuffix("\\")
                inputEnd = command.firstMatch(of: /<<'(\w+)'/).map { String($0.output.1) }
            } else if steps.isEmpty {
                throw Malformed(text: "\(path), line \(index + 1): a console block begins with a command after '$ '.")
            } else {
                steps[steps.count - 1].shown.append(line)
            }
        }
        guard !isInside else { throw Malformed(text: "\(path): a console block has no end.") }
        for index in steps.indices {
            while steps[index].shown.last?.isEmpty == true { steps[index].shown.removeLast() }
        }
        self.steps = steps.filter { !$0.isForRoot }
    }

    /// The address of the server for development in documents.
    static let server = "127.0.0.1:3000"

    private var needsServer: Bool {
        steps.contains { $0.command.contains(Self.server) } && !steps.contains { $0.command.contains(" serve ") }
    }

    /// Runs all steps in one shell.
    ///
    /// - Parameter folder: An empty directory.
    /// - Returns: The output and the status of each step.
    func run(in folder: TemporaryDirectory) async throws -> [(printed: [String], status: Int32)] {
        guard needsServer else { return try run(in: folder, at: "127.0.0.1:\(try ClosedPort().number)") }
        // A server says on its standard error where it listens.
        let serve = "exec '\(Executables.draftledger.path)' --ledger '\(folder("server.ledger"))' serve --dev"
        let server = try ChildProcess(
            URL(filePath: "/bin/bash"), ["-c", "\(serve) --listen 127.0.0.1:0 2>&1"])
        defer {
            server.kill()
            server.wait()
        }
        return try run(in: folder, at: try await Self.address(of: server))
    }

    /// Waits until a server says where it listens. Other lines, such as a warning, may come before.
    private static func address(of server: ChildProcess) async throws -> String {
        var wanted = 1
        while true {
            try await server.waitForLines(wanted)
            let lines = server.lines
            let match = lines.lazy.compactMap { $0.firstMatch(of: #/127\.0\.0\.1:\d+/#) }.first
            if let match { return String(match.output) }
            wanted = lines.count + 1
        }
    }

    private func run(in folder: TemporaryDirectory, at address: String) throws -> [(printed: [String], status: Int32)] {
        let tools = folder("bin")
        try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: tools + "/draftledger", withDestinationPath: Executables.draftledger.path)
        let work = folder("work")
        try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
        let script = steps.map { step in
            "\(step.command.replacing(Self.server, with: address))\nstatus=$?; printf '\\036%s\\036' \"$status\"; (exit $status)\n"
        }
        // Processes that a document starts do not outlive it. They may ignore SIGTERM, as this process does while it tests servers.
        let end = "trap 'kill -KILL $(jobs -p) 2> /dev/null; wait 2> /dev/null' EXIT"
        let start = "exec 2>&1 </dev/null\ncd '\(work)'\n\(end)\n"
        try folder.write(start + script.joined(), to: "session.sh")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let (_, output, _) = try ChildProcess.run(
            URL(filePath: "/bin/bash"), [folder("session.sh")],
            environment: [
                "PATH": tools + ":" + path, "COLUMNS": "100", "DRAFT_LEDGER": "", "DRAFT_LEDGER_TOKEN": "",
                "TERM": "dumb",
                "TZ": "UTC",
            ])
        let pieces = output.split(separator: "\u{1E}", omittingEmptySubsequences: false)
        return steps.indices.map { index in
            guard 2 * index + 1 < pieces.count, let status = Int32(pieces[2 * index + 1]) else { return ([], -1) }
            // Lines of CSV end with both.
            let text = pieces[2 * index].replacing(address, with: Self.server).replacing("\r\n", with: "\n")
            var lines = text.split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(String.init)
            while lines.last?.isEmpty == true { lines.removeLast() }
            return (lines, status)
        }
    }

    // MARK: Comparing

    /// The first line that is shown and not printed in its place; nil if a step prints what is shown.
    static func difference(shown: [String], printed: [String]) -> String? {
        // For each line that is shown, the numbers of printed lines that those up to it can stand for.
        var reached: Set = [0]
        for line in shown {
            let next: Set<Int> =
                isGap(line)
                ? Set((reached.min() ?? 0)...printed.count)
                : Set(reached.filter { $0 < printed.count && fits(printed[$0], line) }.map { $0 + 1 })
            guard !next.isEmpty else {
                let here = reached.min() ?? 0
                return "\(line)\nwhere is printed\n\(here < printed.count ? printed[here] : "nothing more")"
            }
            reached = next
        }
        guard !reached.contains(printed.count) else { return nil }
        return "nothing more, where is printed\n\(printed[reached.max() ?? 0])"
    }

    static func isGap(_ line: String) -> Bool { line.trimmingCharacters(in: .whitespaces) == "…" }

    private static func fits(_ printed: String, _ shown: String) -> Bool {
        let parts = shown.components(separatedBy: "…")
        guard parts.count > 1 else { return printed == shown }
        guard printed.hasPrefix(parts[0]) else { return false }
        var rest = printed.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.range(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}
