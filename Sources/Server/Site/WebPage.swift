/// A page for people: an address whose HTML is the shell, and the script that fills it.
struct WebPage: Sendable {
    /// The name of the page for style sheets and scripts.
    var name: String
    /// The path of its route, such as `/draft/{room}`.
    var path: String
    /// The address in earlier versions, which redirects to `path`.
    var formerPath: String?
    var title: String
    /// The entry module in `Web`. Its imports are found in the module.
    var script: String
    /// Style sheets in `Web`, in addition to those of every page.
    var styles: [String] = []
    /// The first requests of its script, with the parameters of the path. A browser starts them while it still loads
    /// the script.
    var firstReads: [String] = []
    /// Whether it shows report pages in a frame.
    var showsReportPages = false
    /// The place of the page in the shell's navigation.
    var place: Place?
    /// The operator's text that it shows; nil for a page that its script fills.
    var text: (any KeyPath<PageOptions, PageOptions.Text> & Sendable)?

    /// Returns the `Link` header that makes a browser start the first reads. It is nil if the page has no first reads,
    /// or the path names nothing that can be read.
    func preloads(_ parameters: [String: String]) -> String? {
        guard !firstReads.isEmpty,
            parameters.values.allSatisfy({ value in
                (1...15).contains(value.utf8.count) && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            })
        else { return nil }
        return firstReads.map { path in
            let address = parameters.reduce(path) { $0.replacing("{\($1.key)}", with: $1.value) }
            return "<\(address)>; rel=preload; as=fetch; crossorigin"
        }.joined(separator: ", ")
    }

    /// The places of the shell's navigation.
    enum Place: String, CaseIterable, Sendable {
        case lobby, drafts, teams, exposure, profile

        var path: String { self == .lobby ? "/" : "/\(rawValue)" }

        var title: String { self == .drafts ? "Live drafts" : rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

        /// The name of the icon in `icons.svg`.
        var icon: String {
            switch self {
            case .lobby: "home"
            case .drafts: "bolt"
            case .teams: "people"
            case .exposure: "chart"
            case .profile: "person"
            }
        }
    }

    /// All of them that have an address.
    static let all = members + staff

    /// The page for all other addresses.
    static let missing = WebPage(name: "missing", path: "", title: "Nothing here", script: "text.js")

    /// The pages for members and guests.
    static let members = [
        WebPage(name: "lobby", path: "/", title: "Lobby", script: "lobby.js", styles: ["lobby.css"], place: .lobby),
        WebPage(
            name: "drafts", path: "/drafts", title: "Live drafts", script: "drafts-page.js", styles: ["lobby.css"],
            place: .drafts),
        WebPage(
            name: "draft", path: "/draft/{room}", title: "Draft", script: "draft.js",
            styles: ["board.css", "draft.css"], firstReads: ["/v1/session", "/v1/rooms/{room}/draft"]),
        WebPage(
            name: "tournament", path: "/tournament/{tournament}", title: "Contest", script: "tournament.js",
            styles: ["lobby.css", "outcomes.css"], place: .lobby),
        WebPage(
            name: "teams", path: "/teams", title: "Teams", script: "teams.js", styles: ["teams.css"], place: .teams),
        WebPage(
            name: "team", path: "/teams/{entry}", title: "Team", script: "team.js",
            styles: ["teams.css", "outcomes.css"],
            place: .teams),
        WebPage(
            name: "exposure", path: "/exposure", title: "Exposure", script: "exposure.js", styles: ["teams.css"],
            place: .exposure),
        WebPage(
            name: "page", path: "/page", title: "My drafts elsewhere", script: "dropped.js", styles: ["dropped.css"],
            showsReportPages: true, place: .exposure),
        WebPage(
            name: "rankings", path: "/rankings", title: "Rankings", script: "rankings.js", styles: ["rankings.css"],
            place: .profile),
        WebPage(
            name: "cases", path: "/cases", title: "Your objections", script: "cases.js", styles: ["account.css"],
            place: .teams),
        WebPage(
            name: "record", path: "/records/{position}", title: "Record", script: "record.js", styles: ["account.css"],
            place: .profile),
        WebPage(
            name: "profile", path: "/profile", title: "Profile", script: "profile.js", styles: ["account.css"],
            place: .profile),
        WebPage(name: "deposit", path: "/deposit", title: "Deposit", script: "deposit.js", place: .profile),
        WebPage(
            name: "invite", path: "/invite/{code}", title: "Invitation", script: "invite.js", styles: ["lobby.css"],
            place: .lobby),
        WebPage(name: "terms", path: "/terms", title: "Terms", script: "text.js", text: \PageOptions.terms),
        WebPage(name: "privacy", path: "/privacy", title: "Privacy", script: "text.js", text: \PageOptions.privacy),
        WebPage(name: "support", path: "/support", title: "Support", script: "text.js", text: \PageOptions.support),
        WebPage(name: "login", path: "/login", title: "Sign in", script: "login.js"),
    ]
}
