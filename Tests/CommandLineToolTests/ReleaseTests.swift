import CommandTesting
import Foundation
import Testing
import TestSupport
import ToolSupport

@testable import CommandLineTool  // the list of commands, and the version

/// `Tools/release` packs files that name flags, settings, commands and packages: they are those of the program.
@Suite(.enabled(if: ReleaseTool.isHere, "Tools/release needs Linux with Git and python3 3.11; not tested here"))
struct ReleaseTests {
    private static let tool = ReleaseTool.path
    private static let files = ConsoleDocument.root.appending(path: "Tools/packaging/files")

    private static func text(of name: String) throws -> String {
        try String(contentsOf: files.appending(path: name), encoding: .utf8)
    }

    /// The values of a key of the unit.
    private static func unit(_ key: String) throws -> [String] {
        try text(of: "draftledger.service").split(separator: "\n").filter { $0.hasPrefix(key + "=") }
            .map { String($0.dropFirst(key.count + 1)) }
    }

    @Test func theVersionIsTheOneOfTheProgram() throws {
        let (end, output, _) = try ChildProcess.run(Self.tool, ["--version-check"])
        #expect(end == .exit(0) && output.hasPrefix(ProgramVersion.number), "\(output)")
    }

    // MARK: The unit and the settings

    /// The program accepts everything that the unit passes it, up to the ledger, which does not exist.
    @Test func theUnitStartsTheServer() throws {
        let scratch = TemporaryDirectory()
        let command = try #require(try Self.unit("ExecStart").first)
        var words = command.split(separator: " ").map(String.init)
        #expect(words.removeFirst() == "@bin@/draftledger")
        words = words.map { word in
            let example = Self.files.appending(path: (word as NSString).lastPathComponent).path
            return word.hasPrefix("/etc/draftledger/") ? example : word
        }
        var environment: [String: String] = [:]
        for assignment in try Self.unit("Environment") {
            let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
            environment[parts[0]] = parts[0] == "DRAFT_LEDGER" ? scratch("draft.ledger") : parts[1]
        }
        #expect(environment.keys.sorted() == ["DRAFT_LEDGER", "SWIFT_BACKTRACE"])
        let (end, _, errors) = try ChildProcess.run(Executables.draftledger, words, environment: environment)
        #expect(end == .exit(ExitStatus.noInput.rawValue), "\(errors)")
        #expect(errors.contains(scratch("draft.ledger")), "\(errors)")
    }

    /// The unit waits for what the server reads, and ends it later than the server ends itself.
    @Test func theConditionsAndTimesOfTheUnitAreThoseOfTheServer() throws {
        let ledger = try #require(
            try Self.unit("Environment").first { $0.hasPrefix("DRAFT_LEDGER=") }?.dropFirst(13))
        #expect(try Self.unit("ConditionDirectoryNotEmpty") == [String(ledger)])
        let command = try #require(try Self.unit("ExecStart").first)
        for path in try Self.unit("ConditionPathExists") { #expect(command.contains("--issuers \(path)")) }
        let defaults = try configuration([])
        let shutdown = try #require((defaults["times"] as? [String: Any])?["shutdown"] as? Int)
        let stop = try #require(try Self.unit("TimeoutStopSec").first.flatMap { Int($0) })
        #expect(stop > shutdown)
        let prevented = try Self.unit("RestartPreventExitStatus").first?.split(separator: " ").map { Int32($0) }
        #expect(prevented == [ExitStatus.usage, .badData, .noInput].map(\.rawValue))
    }

    @Test func theSettingsAreThoseOfTheProgram() throws {
        let settings = Self.files.appending(path: "settings.json")
        let example = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: settings)) as? [String: Any])
        let effective = try configuration(["--config", settings.path])
        let named = Self.leaves(of: example)
        #expect(named.count > 2)
        for (key, value) in named { #expect(Self.leaves(of: effective)[key] == value, "\(key)") }
    }

    private func configuration(_ words: [String]) throws -> [String: Any] {
        let (end, output, errors) = try ChildProcess.run(
            Executables.draftledger, ["serve", "--print-configuration"] + words)
        try #require(end == .exit(0), "\(errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    }

    private static func leaves(of object: [String: Any], below prefix: String = "") -> [String: String] {
        object.reduce(into: [:]) { leaves, member in
            if let child = member.value as? [String: Any] {
                leaves.merge(Self.leaves(of: child, below: "\(prefix)\(member.key).")) { first, _ in first }
            } else {
                leaves[prefix + member.key] = "\(member.value)"
            }
        }
    }

    // MARK: What is packed

    @Test func everyKindOfFileIsPacked() throws {
        let scratch = TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: scratch("manual"), withIntermediateDirectories: true)
        let pages = Self.pages(of: try #require(CommandTree.all))
        #expect(pages.count > 60)
        for page in pages { try scratch.write(".Dd", to: "manual/\(page)") }
        let words = ["contents", "--program", Executables.draftledger.path, "--manual", scratch("manual")]
        let (end, output, errors) = try ChildProcess.run(Self.tool, words)
        #expect(end == .exit(0), "\(errors)")
        let packed = Set(output.split(separator: "\n").map(String.init))
        for page in pages {
            #expect(packed.contains("tarball share/man/man1/\(page)"))
            #expect(packed.contains("deb usr/share/man/man1/\(page).gz"))
        }
        for path in [
            "bin/draftledger", "lib/systemd/system/draftledger.service", "lib/draftledger/ready",
            "share/bash-completion/completions/draftledger", "share/fish/vendor_completions.d/draftledger.fish",
            "share/doc/draftledger/sbom.cdx.json", "share/doc/draftledger/examples/issuers.json",
        ] {
            #expect(packed.contains("tarball \(path)") && packed.contains("deb usr/\(path)"), "\(path)")
        }
        for path in [
            "tarball README.md", "tarball SHA256SUMS", "tarball share/zsh/site-functions/_draftledger",
            "tarball share/doc/draftledger/notices.txt", "deb usr/share/doc/draftledger/copyright",
            "deb etc/draftledger/settings.json", "deb usr/share/zsh/vendor-completions/_draftledger",
        ] {
            #expect(packed.contains(path), "\(path)")
        }

        let lost = try #require(pages.last)
        try FileManager.default.removeItem(atPath: scratch("manual/\(lost)"))
        let incomplete = try ChildProcess.run(Self.tool, words)
        #expect(incomplete.end != .exit(0) && incomplete.errors.contains(lost), "\(incomplete.errors)")
    }

    private static func pages(of command: CommandTree, below path: String = "") -> [String] {
        let name = path + command.commandName
        return ["\(name).1"] + (command.subcommands ?? []).flatMap { pages(of: $0, below: name + ".") }
    }

    /// The packages that the build resolved are in the SBOM with their versions, addresses and licences.
    @Test func theBillOfMaterialsNamesEveryPackage() throws {
        let scratch = TemporaryDirectory()
        let build = Executables.draftledger.resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        // The test itself runs while SwiftPM holds the lock of its folder.
        let tree = try ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            [
                "swift", "package", "--package-path", ConsoleDocument.root.path, "--scratch-path", build.path,
                "--ignore-lock",
                "show-dependencies", "--format", "json",
            ])
        try #require(tree.end == .exit(0), "\(tree.errors)")
        let (end, output, errors) = try ChildProcess.run(
            Self.tool,
            [
                "sbom", "--program", Executables.draftledger.path, "--dependencies",
                try scratch.write(tree.output, to: "dependencies.json"),
            ])
        #expect(end == .exit(0), "\(errors)")
        let bill = try JSONDecoder().decode(Bill.self, from: Data(output.utf8))
        let state = try JSONDecoder().decode(
            Workspace.self, from: Data(contentsOf: build.appending(path: "workspace-state.json")))
        #expect(state.object.dependencies.count > 20)
        for dependency in state.object.dependencies {
            let name = dependency.packageRef.identity
            let component = try #require(bill.components.first { $0.name == name }, "the SBOM lacks \(name)")
            #expect(component.version == dependency.state.checkoutState?.version, "\(name)")
            #expect(component.purl.hasPrefix("pkg:swift/") && component.purl.hasSuffix("@\(component.version)"))
            #expect(component.licenses?.isEmpty == false, "\(name) has no licence")
        }
        #expect(bill.components.contains { $0.name == "swift-runtime" })
        #expect(bill.metadata.component.version.hasPrefix(ProgramVersion.number))
    }

    /// The members of an SBOM that the test reads.
    private struct Bill: Decodable {
        struct Component: Decodable {
            struct Licence: Decodable { var expression: String }
            var name: String
            var version: String
            var purl: String
            var licenses: [Licence]?
        }
        struct Metadata: Decodable {
            struct Root: Decodable { var version: String }
            var component: Root
        }
        var components: [Component]
        var metadata: Metadata
    }

    /// What SwiftPM has checked out.
    private struct Workspace: Decodable {
        struct Object: Decodable { var dependencies: [Dependency] }
        struct Dependency: Decodable {
            struct Reference: Decodable { var identity: String }
            struct State: Decodable { var checkoutState: Checkout? }
            struct Checkout: Decodable { var version: String? }
            var packageRef: Reference
            var state: State
        }
        var object: Object
    }
}

private enum ReleaseTool {
    static let path = ConsoleDocument.root.appending(path: "Tools/release")

    /// Whether its preconditions hold. A version that contradicts the changelog is a failure of a test, and not a reason to
    /// skip.
    #if os(Linux)
        static let isHere = (try? ChildProcess.run(path, ["--help"]).end) == .exit(0)
    #else
        static let isHere = false
    #endif
}
