extension WebPage {
    /// What those see who act for the house.
    static let staff = [
        WebPage(name: "desk", path: "/desk", title: "Desk", script: "desk.js", styles: ["board.css", "staff.css"]),
        WebPage(name: "reports", path: "/reports", title: "Reports", script: "reports.js", styles: ["staff.css"]),
        WebPage(name: "house", path: "/house", title: "House", script: "house.js", styles: ["staff.css"]),
    ]
}

extension WebFiles {
    /// What only the pages of the house need.
    static let staff: [(name: String, content: [UInt8])] = [
        ("staff.css", PackageResources.staff_css), ("staff-acting.js", PackageResources.staff_acting_js),
        ("staff-key.js", PackageResources.staff_key_js), ("staff-people.js", PackageResources.staff_people_js),
        ("staff-views.js", PackageResources.staff_views_js), ("desk.js", PackageResources.desk_js),
        ("desk-case.js", PackageResources.desk_case_js), ("desk-dispute.js", PackageResources.desk_dispute_js),
        ("desk-measure.js", PackageResources.desk_measure_js), ("desk-remedy.js", PackageResources.desk_remedy_js),
        ("desk-room.js", PackageResources.desk_room_js), ("desk-user.js", PackageResources.desk_user_js),
        ("desk-watch.js", PackageResources.desk_watch_js), ("reports.js", PackageResources.reports_js),
        ("reports-table.js", PackageResources.reports_table_js), ("house.js", PackageResources.house_js),
        ("house-contest.js", PackageResources.house_contest_js),
    ]
}
