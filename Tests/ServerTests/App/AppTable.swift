import Draft
import DraftLedger
import Foundation
import TextFormats

/// What the app sends.
extension Table {
    func join(
        _ token: String, contest: Int = 1, entries: Int = 1, speed: String = "slow", key: String? = nil
    ) async throws -> RunningServer.Answer {
        try await server.post(
            "/api/tournaments/\(contest)/join", as: token,
            "{\"tournamentId\":\"\(contest)\",\"entries\":\(entries),\"draftSpeed\":\"\(speed)\"}",
            key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    func tap(
        _ player: Int, as token: String, room: Int = 1, number: Int? = nil, key: String? = nil
    ) async throws -> RunningServer.Answer {
        try await server.post(
            "/api/draft/\(room)/pick", as: token,
            "{\"playerId\":\"1-\(player)\"" + (number.map { ",\"pickNumber\":\($0)" } ?? "") + "}",
            key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    /// The stream of room 1.
    func listen(_ token: String?, room: Int = 1, after last: UInt64? = nil) async throws -> EventReader {
        try await EventReader(server, path: "/api/draft/\(room)/stream", as: token, after: last)
    }

    /// What the house decides.
    func decide(_ command: Command) async throws {
        _ = try await ledger.send(command, as: .admin(nil), id: .random()).get()
    }

    /// Another contest, with the terms of the first one but for what is changed.
    func createContest(_ id: TournamentID, _ change: (inout TournamentCreated) -> Void) async throws {
        var contest = try ledger.tournament(1)?.details ?? .blank
        change(&contest)
        try await decide(.tournament(id, .createTournament(contest)))
    }
}

extension RunningServer.Answer {
    /// The sentence that the app shows; nil where its two places do not say the same.
    var message: String? {
        guard let json = try? json, let message = json["message"]?.string,  // what is no JSON has none
            json["error"]?["message"]?.string == message, json["error"]?["code"]?.string == json["code"]?.string,
            json["success"]?.boolean == false
        else { return nil }
        return message
    }
}

extension EventReader.Event {
    var json: JSONValue {
        get throws { try JSONDocument(Array(data.utf8)).root }
    }
}

extension JSONValue {
    /// Whether it is a date as the app reads one: of whole seconds.
    var isAppDate: Bool { string?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil }
}
