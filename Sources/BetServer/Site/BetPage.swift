/// A page for people, by the script that draws it.
struct BetPage: Sendable {
    /// Such as `/games/{gameId}`.
    let path: String
    let title: String
    /// The script without its ending.
    let name: String
    /// The icon among the tabs; nil for a page that no tab leads to.
    var icon: String?

    static let all: [BetPage] = [
        BetPage(path: "/", title: "Games", name: "today", icon: "home"),
        BetPage(path: "/props", title: "Props", name: "props", icon: "people"),
        BetPage(path: "/bets", title: "My bets", name: "bets", icon: "wallet"),
        BetPage(path: "/proof", title: "Proof", name: "proof", icon: "proof"),
        BetPage(path: "/games/{gameId}", title: "Game", name: "game"),
        BetPage(path: "/login", title: "Sign in", name: "login"),
    ]
}
