extension WebPage {
    /// The pages for staff.
    static let staff = [
        WebPage(name: "desk", path: "/desk", title: "Desk", script: "desk.js", styles: ["board.css", "staff.css"]),
        WebPage(name: "reports", path: "/reports", title: "Reports", script: "reports.js", styles: ["staff.css"]),
        WebPage(
            name: "operations", path: "/operations", formerPath: "/house", title: "Operations", script: "operations.js",
            styles: ["staff.css"]),
    ]
}
