import Draft
import Pages

/// The files of the live pages, as they lie in `Web` and are part of the binary. What pages that are one file draw with too
/// comes from there.
enum WebFiles {
    static var all: [(name: String, content: [UInt8])] { shared + members + staff }

    /// What every page is made of.
    private static let shared: [(name: String, content: [UInt8])] = [
        ("tokens.css", SharedFiles.tokens), ("base.css", PackageResources.base_css),
        ("board.css", SharedFiles.boardStyle), ("icon.svg", PackageResources.icon_svg),
        ("icons.svg", PackageResources.icons_svg), ("api.js", PackageResources.api_js),
        ("board.js", SharedFiles.boardScript), ("connection.js", PackageResources.connection_js),
        ("dom.js", PackageResources.dom_js),
        ("format.js", PackageResources.format_js), ("session.js", PackageResources.session_js),
        ("shell.js", PackageResources.shell_js), ("stream.js", PackageResources.stream_js),
    ]

    /// What members' pages need.
    private static let members: [(name: String, content: [UInt8])] = [
        ("board-tab.js", PackageResources.board_tab_js), ("clock.js", PackageResources.clock_js),
        ("contests.js", PackageResources.contests_js), ("deposit.js", PackageResources.deposit_js),
        ("device-key.js", PackageResources.device_key_js),
        ("draft.css", PackageResources.draft_css), ("draft.js", PackageResources.draft_js),
        ("drafts-page.js", PackageResources.drafts_page_js), ("drafts.js", PackageResources.drafts_js),
        ("exposure.js", PackageResources.exposure_js), ("info-tab.js", PackageResources.info_tab_js),
        ("invite.js", PackageResources.invite_js), ("lobby.css", PackageResources.lobby_css),
        ("lineup.js", PackageResources.lineup_js),
        ("lobby.js", PackageResources.lobby_js), ("login.js", PackageResources.login_js),
        ("outcomes.css", PackageResources.outcomes_css),
        ("over.js", PackageResources.over_js), ("picks-bar.js", PackageResources.picks_bar_js),
        ("players.js", PackageResources.players_js), ("profile.js", PackageResources.profile_js),
        ("queue.js", PackageResources.queue_js), ("room.js", PackageResources.room_js),
        ("rosters.js", PackageResources.rosters_js), ("snake.svg", PackageResources.snake_svg),
        ("standings.js", PackageResources.standings_js),
        ("team.js", PackageResources.team_js), ("teams.css", PackageResources.teams_css),
        ("teams.js", PackageResources.teams_js), ("text.js", PackageResources.text_js),
        ("tournament.js", PackageResources.tournament_js),
    ]

    /// The HTML that all pages share, with places for what differs.
    static var shell: String { String(decoding: PackageResources.page_html, as: UTF8.self) }

    /// What the page of an address that there is not says.
    static var missing: String { String(decoding: PackageResources.missing_html, as: UTF8.self) }
}

/// A file as it is sent.
struct WebFile: Sendable {
    let type: String
    let content: [UInt8]
    /// As gzip; nil where that is not smaller.
    let packed: [UInt8]?

    init(type: String, content: [UInt8]) {
        self.type = type
        self.content = content
        packed = Gzip.packed(content).flatMap { $0.count < content.count ? $0 : nil }
    }

    /// The media type that a file's name tells.
    static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
