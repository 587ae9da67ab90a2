import Draft
import Projections
import TextFormats

extension TournamentState {
    /// Whether the app can join it: its members could not sign, and it has no draft without a clock.
    var isTheApps: Bool {
        details.ruleset.isTimed && details.signedCommands != .required && details.entryFee != nil
    }
}

extension RoomState {
    /// Whether it is a room of a contest that the app can join.
    var isTheApps: Bool { tournament != nil && ruleset.isTimed && signedCommands != .required }
}

extension Ruleset {
    /// The app has two speeds: an hour for a pick, or more, is slow.
    var appSpeed: String {
        switch preset {
        case .fast: "fast"
        case .slow: "slow"
        case .untimed, .custom: pickClock >= .seconds(3_600) ? "slow" : "fast"
        }
    }
}

/// A contest as the app's lobby shows it.
struct AppContest {
    let summary: TournamentSummary
    let details: TournamentCreated

    /// Whether entries are taken. The app shows the first contest of which this holds, and no other.
    var isOpen: Bool { [.open, .filling].contains(summary.status) }

    /// The JSON of the contest for the app. Unknown images and times are null; 0 means no limit.
    var json: JSON {
        let table = PrizeTable(details.prizes)
        let last = table?.lastPlace ?? 0
        let first = last > 0 ? table?.total(of: 1...1).value : nil
        let total = last > 0 ? table?.total(of: 1...last).value : details.statedPrizes?.value
        return [
            "id": .of("\(summary.tournament)"), "title": .of(summary.title),
            "entryFeeCents": .of(details.entryFee?.value ?? 0), "currentEntries": .of(summary.entries),
            "maxEntries": .of(summary.maxEntries ?? 0), "firstPlacePrizeCents": .of(first ?? 0),
            "totalPrizeCents": .of(total ?? 0), "draftSpeed": .of(details.ruleset.appSpeed),
            "status": .of(isOpen ? "open" : summary.status.name), "startTime": .null, "logoURL": .null,
            "backgroundURL": .null, "statusDetail": .of(summary.status.name), "teams": .of(details.ruleset.teams),
            "rounds": .of(details.ruleset.rounds), "maxEntriesPerUser": .of(details.maxEntriesPerUser),
        ]
    }
}

extension Timestamp {
    /// `2022-09-07T07:46:23Z`: the app's dates have whole seconds.
    var appDate: JSON { .of(String(iso8601.dropLast(8)) + "Z") }
}
