import Draft
import DraftLedger
import Interchange
import Records
import Server
import TextFormats

/// Scores that go into the ledger of a server, week by week: each as commands of the house, signed where there is a key.
struct ServerScores: ScoresPlace {
    private let server: RemoteServer
    private let key: SealingKey?
    private let isDryRun: Bool
    private var sender: Sender?

    init(_ server: RemoteServer, by key: SealingKey?, isDryRun: Bool) {
        (self.server, self.key, self.isDryRun) = (server, key, isDryRun)
    }

    var cryptography: LedgerCryptography? { nil }

    /// Page by page, as of the moment of the first one.
    func season(_ id: SeasonID) throws -> SeasonState? {
        var (season, count, moment) = (SeasonState?.none, 0, "")
        func fold(_ event: Event) {
            // No rule of scores goes by when something was told.
            let place = EventPlace(
                stream: .season(id), position: 0, recordedAt: Timestamp(microseconds: 0), origin: nil)
            if season == nil {
                season = SeasonState(beginning: event, at: place)
            } else {
                season?.evolve(event, at: place)
            }
        }
        while true {
            guard let page = try page("/v1/seasons/\(id)/scores?top=10000&from=\(count)\(moment)") else { return nil }
            let scores = page["scores"]?.elements ?? []
            for score in scores { fold(.playerScored(try PlayerScored(score))) }
            count += scores.count
            guard scores.isEmpty || count >= page["count"]?.integer(as: Int.self) ?? 0 else {
                moment = "&at=pos:\(page["position"]?.integer() ?? 0)"
                continue
            }
            for week in page["finalWeeks"]?.elements ?? [] {
                var final = WeekFinal.blank
                (final.week, final.scoring) = (
                    week["week"]?.integer(as: UInt8.self) ?? 0, week["scoring"]?.string ?? ""
                )
                fold(.weekFinal(final))
            }
            return season
        }
    }

    private func page(_ path: String) throws -> JSONValue? {
        try server.waiting { server in
            do {
                return try await server.get(path)
            } catch let error as RemoteServerError where error.isAbsence {
                return nil
            }
        }
    }

    mutating func record(_ commands: [SeasonCommand], of season: SeasonID, events: [PendingEvent]) throws {
        guard !isDryRun else { return }
        let person = try sender ?? .admin(server.waiting { try await $0.user() })
        sender = person
        for command in commands {
            let answer = try server.outcome(of: .season(season, command), as: person, by: key)
            guard answer.isAccepted else { throw ScoresRefused(answer.reason) }
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
        else { throw ToolError(.badData, "The server tells of a score that is none: is it this program?") }
        self.init(
            week: week, position: position, points: points, scoring: scoring, source: json["source"]?.string ?? "",
            externalID: json["playerID"]?.string ?? "", name: name, team: json["team"]?.string ?? "")
    }
}
