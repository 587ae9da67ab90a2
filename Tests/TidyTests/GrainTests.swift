import Foundation
import Testing

/// A subject fits on a page, and a folder holds more than one file.
@Suite struct GrainTests {
    /// Below this many lines a file has to have a reason; not more than `shareOfSmall` of the files may.
    static let small = 25
    static let shareOfSmall = 0.03
    static let median = 80...170
    /// A state machine that reads from top to bottom may be longer than a page; nothing may be longer than this.
    static let most = 700

    @Test func filesStaySmall() throws {
        for file in try Repository.swiftFiles(in: "Sources", "Tests", "Tools") where file.count > Self.most {
            Issue.record("\(file.path) has \(file.count) lines")
        }
    }

    @Test func aSubjectStandsOnAPage() throws {
        let grain = Grain(of: try Repository.swiftFiles(in: "Sources").map(\.count))
        #expect(
            Double(grain.small) <= Double(grain.files) * Self.shareOfSmall,
            "\(grain.small) of \(grain.files) files are below \(Self.small) lines")
        #expect(Self.median.contains(grain.median), "the median is \(grain.median)")
    }

    @Test func noFolderHoldsASingleFile() {
        #expect(Self.foldersOfOne(in: Repository.paths(in: "Sources")) == [])
    }

    /// Folders with one entry, which is a file of Swift.
    private static func foldersOfOne(in paths: [String]) -> [String] {
        var entries: [Substring: Set<Substring>] = [:]
        for path in paths where path.split(separator: "/").last?.contains(".") == true {
            var rest = path[...]
            while let slash = rest.lastIndex(of: "/") {
                let folder = rest[..<slash]
                entries[folder, default: []].insert(rest[rest.index(after: slash)...])
                rest = folder
            }
        }
        return entries.filter { $1.count == 1 && $1.allSatisfy { $0.hasSuffix(".swift") } }.keys.map(String.init)
            .sorted()
    }

    @Test func noCallHasMoreThanThreeUnlabelledArguments() throws {
        for file in try Repository.swiftFiles(in: "Sources") {
            for (line, count) in Self.unlabelled(in: file) where count > Self.mostUnlabelled {
                Issue.record("\(file.place(line)) has \(count) parameters without a label")
            }
        }
    }

    /// Whoever reads a call remembers what so many arguments mean by their places.
    static let mostUnlabelled = 3

    /// How many parameters without a label each function and initializer has, by the line that it begins on.
    private static func unlabelled(in file: SourceFile) -> [(line: Int, count: Int)] {
        var found: [(line: Int, count: Int)] = []
        /// The declaration that is read: its line, how many parentheses are open, and the last characters of its list.
        var declaration: (line: Int, open: Int, list: String)?
        for (number, line) in file.lines.enumerated() {
            var rest = line.code[...]
            if declaration == nil {
                // Of a hundred thousand lines, which a regular expression would take a minute for.
                guard line.code.withCString({ strstr($0, "func ") != nil || strstr($0, "init") != nil }) else {
                    continue
                }
                guard let head = rest.firstMatch(of: #/(?:^|\s)(?:func [^(]+|init[?!]?(?:<[^(]*>)?)(?=\(|$)/#) else {
                    continue
                }
                declaration = (number, 0, "")
                rest = rest[head.range.upperBound...]
            }
            for character in rest {
                if character == "(" || character == "[" || character == "{" { declaration?.open += 1 }
                if character == ")" || character == "]" || character == "}" { declaration?.open -= 1 }
                if declaration?.open == 1 { declaration?.list.append(character) }
                guard declaration?.open == 0, let ended = declaration else { continue }
                let names = ended.list.dropFirst().split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
                found.append((ended.line, names.count { $0.hasPrefix("_ ") }))
                declaration = nil
                break
            }
        }
        return found
    }

    // MARK: The rules themselves

    @Test func unlabelledParametersAreCounted() {
        let text = """
            func a(_ one: Int, _ two: [String: (_ x: Int) -> Int], to three: Int) {}
            init(
                _ one: (Int, Int), _ two: Int = f(1, 2),
                _ three: Int
            ) {}
            func b() -> Int { c(1, 2) }

            """
        #expect(Self.unlabelled(in: SourceFile(path: "A.swift", text: text)).map(\.count) == [2, 3, 0])
    }

    @Test func theGrainIsCounted() {
        let grain = Grain(of: [24, 25, 80, 400, 10])
        #expect(grain == Grain(files: 5, small: 2, median: 25))
        #expect(SourceFile(path: "A.swift", text: "a\nb\n").count == 2)
    }

    @Test func aFolderOfOneIsFound() {
        let paths = ["S/A/a.swift", "S/A/b.swift", "S/B/c.swift", "S/C/D/e.swift", "S/C/D/f.swift", "S/C"]
        #expect(Self.foldersOfOne(in: paths) == ["S/B"])
    }
}

/// How finely something is divided into files.
struct Grain: Equatable {
    var files: Int
    /// Files below `GrainTests.small` lines.
    var small: Int
    var median: Int
}

extension Grain {
    init(of counts: [Int]) {
        let sorted = counts.sorted()
        files = sorted.count
        small = sorted.count { $0 < GrainTests.small }
        median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }
}

extension SourceFile {
    /// Its lines, the end of the last one not taken for another.
    var count: Int { lines.last.map { $0.code.isEmpty && $0.comment.isEmpty } == true ? lines.count - 1 : lines.count }
}
