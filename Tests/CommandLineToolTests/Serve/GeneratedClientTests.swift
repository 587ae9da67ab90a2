import CommandTesting
import Foundation
import Server
import TestSupport
import Testing

/// A client that somebody else's generator makes of the OpenAPI document.
@Suite struct GeneratedClientTests {
    @Test func theCommandPrintsTheDocumentOfTheServer() async {
        let ran = await RemoteScene.runApart(["openapi"])
        #expect(ran.status == 0 && Array(ran.output.utf8) == OpenAPI.document)
    }

    @Test func aGeneratedPythonClientDraftsARoom() async throws {
        let installed = try await onAThreadOfItsOwn { try PythonPackages(["openapi-python-client==0.29.1"]).python() }
        guard let python = installed else {
            try Test.cancel("openapi-python-client cannot be had from PyPI here: no client is generated")
        }
        let directory = TemporaryDirectory()
        let folder = URL(filePath: directory.path)
        let document = folder.appending(path: "openapi.json")
        try Data(OpenAPI.document).write(to: document)
        let package = folder.appending(path: "draft_ledger_client")
        let generated = try await onAThreadOfItsOwn {
            try ChildProcess.run(
                python.deletingLastPathComponent().appending(path: "openapi-python-client"),
                ["generate", "--path", document.path, "--meta", "none", "--output-path", package.path])
        }
        #expect(generated.end == .exit(0), "\(generated.output) \(generated.errors)")
        // Each member of a command has its type: there is no bag for others.
        for model in ["make_pick", "create_tournament", "join_tournament"] {
            let text = try String(contentsOf: package.appending(path: "models/\(model).py"), encoding: .utf8)
            #expect(!text.contains("additional_properties"), "\(model)")
        }
        let scene = try await RemoteScene()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "generated_client.py")
        let arguments = [script.path, scene.address, folder.path]
        let drafted = try await onAThreadOfItsOwn { try ChildProcess.run(python, arguments) }
        #expect(drafted.end == .exit(0), "\(drafted.output) \(drafted.errors)")
        #expect(drafted.output.contains("4 picks"))
        try await scene.stop()
    }
}
