extension WebPage {
    /// What those see who act for the house.
    static let staff = [
        WebPage(name: "desk", path: "/desk", title: "Desk", script: "desk.js", styles: ["board.css", "staff.css"]),
        WebPage(name: "reports", path: "/reports", title: "Reports", script: "reports.js", styles: ["staff.css"]),
        WebPage(name: "house", path: "/house", title: "House", script: "house.js", styles: ["staff.css"]),
    ]
}
