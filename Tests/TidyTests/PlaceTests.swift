import Testing

/// A fact is stated once. A kind of event or command that many files name is stated in many places, and a `default:` in a
/// switch over them hides the place that a new kind forgot.
@Suite struct PlaceTests {
    /// The number of files of `Sources` that may name a case.
    static let budget = 12

    /// Kinds of commands that more files name. The numbers only fall.
    static let kindsAboveBudget: [String: Int] = [
        "addDeviceKey": 14, "adjustBalance": 13, "appointStaff": 13, "automatePick": 16, "closeEntries": 14,
        "correctPick": 15, "createTournament": 17, "joinTournament": 21, "makePick": 21, "openDispute": 14,
        "pauseRoom": 18, "proposeMeasure": 13, "publishPool": 14, "recordDeposit": 13, "recoverStaff": 13,
        "resumeRoom": 16,
        "revealEntropy": 15, "setAutodraft": 15, "setQueue": 13, "startDraft": 13, "tickClock": 14, "voidRoom": 13,
    ]

    @Test func aKindOfEventIsNamedInFewFiles() throws {
        try check(cases(in: "Sources/Draft/Events/Event.swift"), above: [:])
    }

    @Test func aKindOfCommandIsNamedInFewFiles() throws {
        try check(cases(in: "Sources/Draft/Commands/CommandKind.swift"), above: Self.kindsAboveBudget)
    }

    @Test func switchesOverEventsAndCommandsNameEveryKind() throws {
        let kinds = try cases(in: "Sources/Draft/Events/Event.swift")
            .union(cases(in: "Sources/Draft/Commands/CommandKind.swift"))
            .union(cases(in: "Sources/Bets/Events/BetEvent.swift", atLeast: 15))
            .union(cases(in: "Sources/Bets/Commands/BetCommandKind.swift", atLeast: 12))
        let groups = try groups()
        for file in try Repository.swiftFiles(in: "Sources") {
            let places = file.defaults(in: kinds, over: groups)
            #expect(places.isEmpty, "Switches over events or commands with default: \(places)")
        }
    }

    /// A report that is not in the list has no command and no address, and the compiler cannot say so.
    @Test func everyReportIsInTheListAndNamedInFewFiles() throws {
        let sources = try Repository.swiftFiles(in: "Sources")
        let requests = sources.flatMap { file in
            file.lines.filter { $0.has("Request: ReportRequest") }.compactMap {
                $0.code.firstMatch(of: #/struct (\w+Request): ReportRequest/#).map { String($0.1) }
            }
        }
        #expect(requests.count > 10)
        let list = try #require(sources.first { $0.path == "Sources/Pages/Reports/ReportTables.swift" })
        for name in requests {
            #expect(list.has("\(name).self"), "\(name) is not in ReportCatalogue")
            let files = sources.count { $0.has(name) }
            #expect(files <= 4, "\(files) files name \(name)")
        }
    }

    /// A site's table of picks is an `ImportDialect` with a `PickTable`.
    @Test(arguments: ["draftkings", "drafters"])
    func aDialectIsNamedInFewFiles(name: String) throws {
        let files = try Repository.swiftFiles(in: "Sources").filter { $0.members.contains(name) }.map(\.path)
        #expect(files.count <= 3 && !files.isEmpty, "\(files)")
    }

    /// The properties of an event that show it as one of a group.
    private func groups() throws -> Set<String> {
        let path = "Sources/Draft/Events/EventFamily.swift"
        let file = try #require(Repository.swiftFiles(in: "Sources").first { $0.path == path })
        let found = Set(
            file.lines.compactMap { $0.code.firstMatch(of: #/^    package var (\w+):/#).map { String($0.1) } })
        #expect(found.count > 15)
        return found.union(["family"])
    }

    private func cases(in path: String, atLeast count: Int = 51) throws -> Set<String> {
        let file = try #require(Repository.swiftFiles(in: "Sources").first { $0.path == path })
        let found = Set(
            file.lines.compactMap { $0.code.firstMatch(of: #/^    (?:indirect )?case (\w+)/#).map { String($0.1) } })
        #expect(found.count >= count)
        return found
    }

    private func check(_ cases: Set<String>, above: [String: Int]) throws {
        var files: [String: Int] = [:]
        for file in try Repository.swiftFiles(in: "Sources") {
            for name in file.members.intersection(cases) { files[name, default: 0] += 1 }
        }
        for name in cases.sorted() {
            let (count, allowed) = (files[name] ?? 0, above[name] ?? Self.budget)
            #expect(count <= allowed, "\(count) files name .\(name); its budget is \(allowed)")
        }
    }

    // MARK: The rules themselves

    @Test func membersAreNamesBehindADot() {
        let file = SourceFile(path: "A.swift", text: "case .pickMade, .seatTaken(let seat): x.y // .roomOpened\n")
        #expect(file.members == ["pickMade", "seatTaken", "y"])
    }

    @Test(arguments: [
        ("switch event {\ncase .pickMade: 1\ndefault: 2\n}\n", 1),
        ("switch event {\ncase .pickMade,\n    .seatTaken: 1\ndefault: 2\n}\n", 1),
        ("switch event {\ncase .pickMade: 1\ncase .seatTaken: 2\n}\n", 0),
        ("switch source {\ncase .queue: 1\ndefault: 2\n}\n", 0),
        ("switch event {\ncase .pickMade:\n    switch source {\n    case .queue: 1\n    default: 2\n    }\n}\n", 0),
        ("switch source {\ncase .queue: .pickMade\ndefault: .seatTaken\n}\n", 0),
        ("switch recorded.event.pick {\ncase .made: 1\ndefault: 2\n}\n", 1),
        ("switch room.pick {\ncase .made: 1\ndefault: 2\n}\n", 0),
    ])
    func aDefaultIsFound(text: String, count: Int) {
        #expect(
            SourceFile(path: "A.swift", text: text).defaults(in: ["pickMade", "seatTaken"], over: ["pick"]).count
                == count)
    }
}

extension SourceFile {
    /// The names of members that the code mentions: the words after a dot.
    fileprivate var members: Set<String> {
        var names: Set<String> = []
        for line in lines where line.has(".") {
            for part in line.code.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).dropFirst()
            {
                let name = part.prefix { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
                if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
            }
        }
        return names
    }

    /// The places of `default:` in switches with one of the cases in a pattern, and in those over a group of an event.
    fileprivate func defaults(in kinds: Set<String>, over groups: Set<String>) -> [String] {
        lines.indices.filter { lines[$0].code.drop { $0 == " " }.hasPrefix("default:") }.filter { index in
            let indent = lines[index].indent
            var rest = index
            // Back over the switch, whose own cases have the indentation of its default.
            while rest > 0 {
                rest -= 1
                let line = lines[rest]
                guard line.indent == indent else {
                    if line.indent < indent, !line.code.allSatisfy({ $0 == " " }) { return false }
                    continue
                }
                let code = line.code.drop { $0 == " " }
                if code.contains("switch "), code.hasSuffix("{") {
                    guard let match = code.firstMatch(of: #/switch (?:\S+\.)?event\.(\w+) \{$/#) else { return false }
                    return groups.contains(String(match.1))
                }
                guard code.hasPrefix("case ") else { continue }
                if pattern(from: rest).contains(where: kinds.contains) { return true }
            }
            return false
        }.map(place)
    }

    /// The names in the pattern of a case: the words after dots up to the colon that ends it.
    private func pattern(from index: Int) -> [String] {
        var (text, depth) = ("", 0)
        pattern: for line in lines[index...].prefix(12) {
            for character in line.code {
                switch character {
                case "(", "[": depth += 1
                case ")", "]": depth -= 1
                case ":" where depth == 0: break pattern
                default: break
                }
                text.append(character)
            }
        }
        return text.matches(of: #/\.(\w+)/#).map { String($0.1) }
    }
}

extension SourceFile.Line {
    fileprivate var indent: Int { code.prefix { $0 == " " }.count }
}
