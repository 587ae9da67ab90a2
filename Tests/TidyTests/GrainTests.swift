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

    // MARK: The rules themselves

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
