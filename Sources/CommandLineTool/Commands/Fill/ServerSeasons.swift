import Draft
import DraftLedger
import Interchange
import Pages
import Records
import Remote
import TextFormats
import ToolSupport

/// The data of a season in a server's ledger: files are recorded by staff commands, signed if there is a key.
struct ServerSeasons: SeasonPlace {
    private let server: RemoteServer
    private let key: SealingKey?
    private let isDryRun: Bool
    private var sender: Sender?

    init(_ server: RemoteServer, by key: SealingKey?, isDryRun: Bool) {
        (self.server, self.key, self.isDryRun) = (server, key, isDryRun)
    }

    var cryptography: LedgerCryptography? { nil }

    func season(_ id: SeasonID) throws -> SeasonState? {
        var season = Folded<SeasonState>(stream: .season(id))
        let last = try pages("/v1/seasons/\(id)/scores", of: "scores") { score in
            season.fold(.playerScored(try PlayerScored(score)))
        }
        for week in last?["finalWeeks"]?.elements ?? [] {
            var final = WeekFinal.blank
            (final.week, final.scoring) = (
                week["week"]?.integer(as: UInt8.self) ?? 0, week["scoring"]?.string ?? ""
            )
            season.fold(.weekFinal(final))
        }
        return season.state
    }

    func notes(_ id: SeasonID) throws -> NotesState? {
        var notes = Folded<NotesState>(stream: .notes(id))
        _ = try pages("/v1/seasons/\(id)/reference-data", of: "notes") { notes.fold(try Event(note: $0)) }
        return notes.state
    }

    /// A stream's state, made of what a server tells of it.
    private struct Folded<State: BegunStreamState> {
        let stream: StreamKey
        private(set) var state: State?

        init(stream: StreamKey) { self.stream = stream }

        mutating func fold(_ event: Event) {
            // No rule of scores and notes goes by when something was told.
            state.fold(
                event,
                at: EventPlace(
                    stream: stream, position: 0, recordedAt: Timestamp(microseconds: 0), origin: nil))
        }
    }

    /// Reads a list page by page, as of the moment of the first one.
    ///
    /// - Parameter member: in which the list stands.
    /// - Returns: the last page; nil if the list does not exist.
    private func pages(
        _ path: String, of member: StaticString, _ body: (JSONValue) throws -> Void
    ) throws -> JSONValue? {
        var (count, moment) = (0, "")
        while true {
            guard let page = try page("\(path)?top=10000&from=\(count)\(moment)") else { return nil }
            let elements = page[member]?.elements ?? []
            for element in elements { try body(element) }
            count += elements.count
            if elements.isEmpty || count >= page["count"]?.integer(as: Int.self) ?? 0 { return page }
            moment = "&at=pos:\(page["position"]?.integer() ?? 0)"
        }
    }

    private func page(_ path: String) throws -> JSONValue? {
        try server.waiting { server in
            do {
                return try await server.get(path)
            } catch let error as RemoteServerError where error.kind == .absence {
                return nil
            }
        }
    }

    mutating func record(_ commands: [Command], events: [PendingEvent]) throws {
        guard !isDryRun else { return }
        let person = try sender ?? .admin(server.waiting { try await $0.user() })
        sender = person
        for command in commands {
            let answer = try server.outcome(of: command, as: person, by: key)
            guard answer.isAccepted else { throw PlaceRefused(answer.reason) }
        }
    }

    func finish() {}
}

extension PlayerScored {
    /// As a server tells it.
    fileprivate init(_ json: JSONValue) throws {
        guard let week = json["week"]?.integer(as: UInt8.self), let name = json["playerName"]?.string,
            let points = json["pointsHundredths"]?.integer(as: Int32.self), let scoring = json["scoring"]?.string,
            let position = json["position"]?.string.flatMap({ PlayerPosition(abbreviation: $0) })
        else {
            throw ToolError(
                .badData,
                "The answer of the server has a score that is not valid. Check the address and the version of the server."
            )
        }
        self.init(
            week: week, position: position, points: points, scoring: scoring, source: json["source"]?.string ?? "",
            externalID: json["playerID"]?.string ?? "", name: name, team: json["team"]?.string ?? "")
    }
}

extension Event {
    /// Reference data of a season, from the answer of a server.
    fileprivate init(note json: JSONValue) throws {
        let source = json["source"]?.string ?? ""
        if json["kind"]?.string == NotesPage.Kind.schedule.rawValue, let home = json["home"]?.string,
            let away = json["away"]?.string
        {
            let week = json["week"]?.integer(as: UInt8.self)
            self = .gameNoted(GameNoted(week: week, source: source, home: home, away: away))
            return
        }
        guard let name = json["playerName"]?.string,
            let position = json["position"]?.string.flatMap({ PlayerPosition(abbreviation: $0) })
        else {
            throw ToolError(
                .badData,
                "The answer of the server has reference data that is not valid. Check the address and the version of the server."
            )
        }
        self = .playerNoted(
            PlayerNoted(
                position: position, day: json["day"]?.string.flatMap { Timestamp(iso8601: $0) },
                adp: json["adpHundredths"]?.integer(as: UInt32.self),
                byeWeek: json["byeWeek"]?.integer(as: UInt8.self), source: source,
                externalID: json["playerID"]?.string ?? "", name: name, team: json["team"]?.string ?? ""))
    }
}
