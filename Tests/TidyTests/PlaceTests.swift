import Testing

/// A fact is stated once. A kind of event or command that many files name is stated in many places, and a `default:` in a
/// switch over them hides the place that a new kind forgot.
@Suite struct PlaceTests {
    /// The number of files of `Sources` that may name a case.
    static let budget = 12

    /// Cases that more files name. The numbers only fall.
    static let eventsAboveBudget: [String: Int] = [
        "autodraftSet": 26, "balanceAdjusted": 17, "chargebackRecorded": 16, "chargebackSettled": 15,
        "checkpointKeyRotated": 13, "clockExtended": 24, "clockStarted": 20, "clockTicked": 28,
        "commandRejected": 45, "connectionChanged": 13, "countdownStarted": 13, "depositRecorded": 16,
        "disputeOpened": 29, "disputeResolved": 19, "draftCompleted": 20, "draftOrderDrawn": 17,
        "draftStarted": 21, "entriesClosed": 23, "entropyRevealed": 13, "evidenceAttached": 15,
        "measureProposed": 16, "pickAutomated": 35, "pickCorrected": 33, "pickMade": 42, "playerScored": 14,
        "prizeCredited": 13, "roomCancelled": 24, "roomFilled": 18, "roomOpened": 31, "roomPaused": 33,
        "roomResumed": 23, "roomVoided": 27, "roundClosed": 13, "seatLeft": 20, "seatTaken": 35,
        "tournamentCreated": 13, "withdrawalPosted": 14, "withdrawalReleased": 13,
    ]
    static let kindsAboveBudget: [String: Int] = [
        "addDeviceKey": 14, "adjustBalance": 15, "appointStaff": 13, "automatePick": 17, "closeEntries": 14,
        "correctPick": 18, "createTournament": 17, "extendClock": 13, "joinTournament": 21, "makePick": 32,
        "openDispute": 15, "pauseRoom": 20, "proposeMeasure": 14, "publishPool": 14, "recoverStaff": 15,
        "resolveDispute": 15, "resumeRoom": 19, "revealEntropy": 15, "setAutodraft": 18,
        "setConnection":
            13, "setQueue": 15, "startDraft": 15, "tickClock": 14, "voidRoom": 16,
    ]

    /// The number of switches over events or kinds of commands that end in `default:`, by module. The numbers only fall.
    static let defaults: [String: Int] = [
        "Draft": 23, "DraftLedger": 3, "Pages": 6, "Replay": 60, "Reports": 2, "Server": 6, "Simulation": 2,
        "Timekeeping": 3,
    ]

    @Test func aKindOfEventIsNamedInFewFiles() throws {
        try check(cases(in: "Sources/Draft/Events/Event.swift"), above: Self.eventsAboveBudget)
    }

    @Test func aKindOfCommandIsNamedInFewFiles() throws {
        try check(cases(in: "Sources/Draft/Commands/CommandKind.swift"), above: Self.kindsAboveBudget)
    }

    @Test func switchesOverEventsAndCommandsNameEveryKind() throws {
        let kinds = try cases(in: "Sources/Draft/Events/Event.swift")
            .union(cases(in: "Sources/Draft/Commands/CommandKind.swift"))
        var found: [String: [String]] = [:]
        for file in try Repository.swiftFiles(in: "Sources") {
            for place in file.defaults(in: kinds) { found[file.module, default: []].append(place) }
        }
        for module in Set(found.keys).union(Self.defaults.keys).sorted() {
            let (places, allowed) = (found[module] ?? [], Self.defaults[module] ?? 0)
            #expect(
                places.count <= allowed,
                "\(module) has \(places.count) such switches with default:, its budget says \(allowed): \(places)")
        }
    }

    private func cases(in path: String) throws -> Set<String> {
        let file = try #require(Repository.swiftFiles(in: "Sources").first { $0.path == path })
        let found = Set(
            file.lines.compactMap { $0.code.firstMatch(of: #/^    (?:indirect )?case (\w+)/#).map { String($0.1) } })
        #expect(found.count > 50)
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
    ])
    func aDefaultIsFound(text: String, count: Int) {
        #expect(SourceFile(path: "A.swift", text: text).defaults(in: ["pickMade", "seatTaken"]).count == count)
    }
}

extension SourceFile {
    /// The names of members that the code mentions: the words after a dot.
    fileprivate var members: Set<String> {
        var names: Set<String> = []
        for line in lines {
            for part in line.code.split(separator: ".", omittingEmptySubsequences: false).dropFirst() {
                names.insert(String(part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
            }
        }
        names.remove("")
        return names
    }

    /// The places of `default:` in switches with one of the cases in a pattern.
    fileprivate func defaults(in kinds: Set<String>) -> [String] {
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
                if code.contains("switch "), code.hasSuffix("{") { return false }
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
