import Testing

/// `public` is for who depends on the package, `package` for ourselves.
@Suite struct SurfaceTests {
    @Test func nothingIsPublicInAModuleOfNoProduct() throws {
        let manifest = try Repository.text(of: "Package.swift")
        let offered = Self.offered(in: manifest)
        #expect(offered.contains("DraftLedger"))
        for file in try Repository.swiftFiles(in: "Sources") where !offered.contains(file.module) {
            for place in file.publicDeclarations {
                Issue.record("\(place) is public, and \(file.module) in no product")
            }
        }
    }

    /// The modules that stand in a library which others can depend on.
    private static func offered(in manifest: String) -> Set<String> {
        let libraries = manifest.matches(of: #/\.library\(\s*name:\s*"\w+",\s*targets:\s*\[([^\]]*)\]/#)
        return Set(libraries.flatMap { $0.1.matches(of: #/\w+/#).map { String($0.0) } })
    }

    // MARK: The rules themselves

    @Test func theModulesOfLibrariesAreRead() {
        let manifest = """
            products: [
                .library(name: "A", targets: ["A", "B"]),
                .library(
                    name: "C", targets: ["C"]),
                .executable(name: "tool", targets: ["Tool"]),
            ]
            """
        #expect(Self.offered(in: manifest) == ["A", "B", "C"])
    }

    @Test(arguments: [
        ("public struct Room {}", 1), ("    public private(set) var room: Room", 1), ("open class Room {}", 1),
        ("@inlinable public func room() {}", 1), ("public import Draft", 0), ("package struct Room {}", 0),
        ("// public struct Room {}", 0), ("let text = \"public\"", 0), ("let isPublic = true", 0),
        ("let file = open(path, O_RDONLY)", 0),
    ])
    func aPublicDeclarationIsFound(line: String, count: Int) {
        #expect(SourceFile(path: "A.swift", text: line).publicDeclarations.count == count)
    }
}

extension SourceFile {
    /// Where something is declared for who depends on the package.
    var publicDeclarations: [String] {
        let declaration = #/(?:^|\s)(?:public|open)\s+(?!import\b)[a-z@]/#
        return lines.indices.filter { lines[$0].has("public") || lines[$0].has("open") }
            .filter { lines[$0].code.contains(declaration) }.map(place)
    }
}
