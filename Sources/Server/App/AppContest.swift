import Draft
import Pages
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

    /// The prizes of the first place and of all places; 0 for a contest that does not state them.
    private var prizes: (first: Cents, total: Cents) {
        guard let table = PrizeTable(details.prizes), table.lastPlace > 0 else {
            return (.zero, details.statedPrizes ?? .zero)
        }
        return (table.total(of: 1...1), table.total(of: 1...table.lastPlace))
    }

    /// Unknown images and times are null; 0 means no limit.
    static let members = Members<AppContest>(
        "AppContest",
        [
            .init("id") { "\($0.summary.tournament)" }, .init("title") { $0.summary.title },
            .init("entryFeeCents") { $0.details.entryFee ?? .zero }, .init("currentEntries") { $0.summary.entries },
            .init("maxEntries") { $0.summary.maxEntries ?? 0 }, .init("firstPlacePrizeCents") { $0.prizes.first },
            .init("totalPrizeCents") { $0.prizes.total }, .init("draftSpeed") { $0.details.ruleset.appSpeed },
            .init("status") { $0.isOpen ? "open" : $0.summary.status.name },
            .init("startTime") { _ in String?.none }, .init("logoURL") { _ in String?.none },
            .init("backgroundURL") { _ in String?.none }, .init("statusDetail") { $0.summary.status.name },
            .init("teams") { $0.details.ruleset.teams }, .init("rounds") { $0.details.ruleset.rounds },
            .init("maxEntriesPerUser") { $0.details.maxEntriesPerUser },
        ])
}

/// A time as the app reads it, in whole seconds: `2022-09-07T07:46:23Z`.
struct AppDate: Shaped {
    let time: Timestamp

    var asJSON: JSON { .of(String(time.iso8601.dropLast(8)) + "Z") }
    static var shape: Shape { .time }
}

extension Timestamp {
    var appDate: AppDate { AppDate(time: self) }
}
