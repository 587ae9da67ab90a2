package import Bets
package import TextFormats
import Values

/// The report of a feed as one JSON object: its kind, the game or the season that it is about, and the fields of its event.
///
///     {"kind":"updateScore","game":"0022400123","home":88,"away":91,"period":3,"secondsLeft":342,"phase":"playing"}
///
/// Fields have the names, units and forms of the events in JSON lines. Texts that the source does not have may be left out.
extension BetCommand {
    /// Reads a report.
    ///
    /// - Parameter feed: the name of the feed. The report may state it, and then has to state this name.
    /// - Throws: `JSONLineError` with the first thing that is wrong; `unknownType` for a command that is not a report.
    package init(report root: JSONValue, of feed: String) throws(JSONLineError) {
        guard root.kind == .object else {
            throw JSONLineError(.notJSON, "\(root.excerpt)", expected: "an object with a report", at: root)
        }
        let kind = try BetCommandKind(ofReport: root)
        var reader = ReportReader(
            fields: JSONFieldReader(root, of: .report(kind), filling: ReportDefaults(feed: feed)), object: root)
        let command = try reader.command(kind)
        if command.feed != feed {
            throw JSONLineError(
                .badValue, "the member 'feed' is \(root["feed"]?.excerpt ?? "missing")", expected: "'\(feed)'",
                at: root["feed"] ?? root)
        }
        self = command
    }

    /// The report as one JSON object without a line end; nil for a command that is not a report of a feed.
    package var reportJSON: String? {
        guard feed != nil else { return nil }
        var json = JSONWriter()
        json.beginObject()
        json.name("kind")
        json.value(kind.name)
        switch anchor {
        case .game(let game), .market(let game):
            json.name("game")
            json.value("\(game)")
        case .league(let season):
            json.name("season")
            json.value(season.number)
        case .analysis, .model, .bettor: return nil
        }
        var fields = JSONFieldWriter(json: json, leavesOutNull: true)
        write(&fields)
        fields.json.endObject()
        return String(decoding: fields.json.bytes, as: UTF8.self)
    }
}

extension BetCommandKind {
    /// Whether feeds send commands of this kind.
    package var isReport: Bool { senders.contains(.provider) }

    fileprivate init(ofReport object: JSONValue) throws(JSONLineError) {
        guard let value = object["kind"] else {
            throw JSONLineError(.missingField, "the member 'kind' is missing", at: object)
        }
        guard let kind = Self.allCases.first(where: { $0.isReport && $0.name == value.string }) else {
            let known = Self.allCases.filter(\.isReport).map(\.name).joined(separator: ", ")
            throw JSONLineError(
                .unknownType, "the kind is \(value.excerpt), which is not a report of a feed",
                expected: "one of \(known)",
                at: value)
        }
        self = kind
    }
}

/// Reads the members of a report.
private struct ReportReader {
    var fields: JSONFieldReader
    let object: JSONValue

    mutating func command(_ kind: BetCommandKind) throws(JSONLineError) -> BetCommand {
        _ = fields.member("kind", expected: "a kind of report") { $0.string }
        let command: BetCommand? =
            switch kind {
            case .listTeam: .listTeam(try season(), body(TeamListed.blank))
            case .listAthlete: .listAthlete(try season(), body(AthleteListed.blank))
            case .scheduleGame: .scheduleGame(try game(), body(GameScheduled.blank))
            case .moveGame: .moveGame(try game(), body(GameMoved.blank))
            case .startGame: .startGame(try game(), body(GameStarted.blank))
            case .updateScore: .updateScore(try game(), body(ScoreUpdated.blank))
            case .finishGame: .finishGame(try game(), body(GameFinal.blank))
            case .recordBoxScore: .recordBoxScore(try game(), body(BoxScoreRecorded.blank))
            case .correctResult: .correctResult(try game(), part(CorrectResult.blank))
            case .recordOffer: .recordOffer(try game(), body(OfferRecorded.blank))
            case .withdrawOffer: .withdrawOffer(try game(), part(WithdrawOffer.blank))
            case .recordPropLine: .recordPropLine(try game(), body(PropLineRecorded.blank))
            case .withdrawPropLine: .withdrawPropLine(try game(), part(WithdrawPropLine.blank))
            // The service, officers and users send these.
            case .makeAnalysis, .publishModel, .recordBet: nil
            }
        fields.finish()
        if let failure = fields.failure { throw failure }
        guard let command else {
            throw JSONLineError(.unknownType, "\(kind.name) is not a report of a feed", at: object)
        }
        return command
    }

    private mutating func body<Body: RecordBody>(_ blank: Body) -> Body {
        var body = blank
        body.fields(&fields)
        return body
    }

    private mutating func part<Part: FieldPart>(_ blank: Part) -> Part {
        var part = blank
        part.fields(&fields)
        return part
    }

    private mutating func game() throws(JSONLineError) -> GameID {
        let game = fields.member("game", expected: "the league's number of a game, such as \"0022400123\"") { value in
            value.string.flatMap { GameID($0) } ?? value.integer(as: UInt64.self).map { GameID($0) }
        }
        guard let game else { throw missing("game") }
        return game
    }

    private mutating func season() throws(JSONLineError) -> LeagueSeason {
        let season = fields.member("season", expected: "the year in which the season begins, such as 2025") {
            $0.integer(as: UInt64.self).map { LeagueSeason($0) }
        }
        guard let season else { throw missing("season") }
        return season
    }

    private func missing(_ name: String) -> JSONLineError {
        fields.failure ?? JSONLineError(.missingField, "the member '\(name)' is missing", at: object)
    }
}

/// The members that a report may leave out.
private struct ReportDefaults: MemberDefaults {
    private let values: JSONValue?

    init(feed: String) {
        let values: JSON = [
            "feed": .string(feed), "city": "", "nickname": "", "position": "", "reason": "", "isNeutral": .bool(false),
            "athletes": [], "ending": "completed",
        ]
        // The writer's output is JSON: the reader cannot fail.
        self.values = try? JSONDocument(values.bytes).root
    }

    func value(of name: StaticString, in object: JSONValue) -> JSONValue? { values?[name] }
}
