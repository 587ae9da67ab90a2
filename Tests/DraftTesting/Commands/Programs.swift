package import Foundation

/// Programs of others that a test asks for their verdict, where they are installed.
package enum Programs {
    /// - Returns: nil where there is none of that name.
    package static func path(of name: String) -> URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { URL(filePath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// Packages from PyPI, installed once beside the build.
package struct PythonPackages {
    private let packages: [String]
    private let folder: URL

    package init(_ packages: [String]) throws {
        self.packages = packages
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let name = packages.joined(separator: "-").replacingOccurrences(of: "=", with: "")
        folder = root.appending(path: ".build/python/\(name)")
    }

    /// The interpreter that knows them.
    ///
    /// - Returns: nil where there is no Python, or no way to PyPI.
    package func python() throws -> URL? {
        let python = folder.appending(path: "bin/python")
        let marker = folder.appending(path: "installed")
        if FileManager.default.fileExists(atPath: marker.path) { return python }
        guard let system = Programs.path(of: "python3") else { return nil }
        guard try ChildProcess.run(system, ["-m", "venv", "--clear", folder.path]).end == .exit(0) else { return nil }
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + packages
        guard try ChildProcess.run(python, install).end == .exit(0) else { return nil }
        try Data().write(to: marker)
        return python
    }
}
