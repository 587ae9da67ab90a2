import Draft
import Foundation
import Testing

/// The article that shows the table of authority, against the table.
@Suite struct AuthorityTableTests {
    @Test func theArticleShowsTheTable() throws {
        let article = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Draft/Draft.docc/WhoMaySendWhat.md")
        let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("| ``") }.map(String.init) == CommandKind.allCases.map(row))
    }

    @Test func everyCommandCanBeSentBySomebody() {
        for kind in CommandKind.allCases {
            let roles = kind.authority.grants.map(\.role)
            #expect(!roles.isEmpty && Set(roles).count == roles.count, "\(kind)")
        }
    }

    private func row(_ kind: CommandKind) -> String {
        let cells = Sender.Role.allCases.map { role in
            switch kind.authority.reach(of: role) {
            case nil: "–"
            case .any: "any"
            case .own: "own"
            case .onBehalf: "on behalf"
            case .untimed: "untimed"
            case .imported: "imported"
            }
        }
        let staff = kind.authority.staff
        let roles = staff?.roles.roles.map(\.name).joined(separator: ", ") ?? ""
        let needs = staff?.needs.names.joined(separator: ", ") ?? ""
        let columns = cells + [roles.isEmpty ? "–" : roles, needs.isEmpty ? "–" : needs]
        return "| ``CommandKind/\(kind)`` | \(columns.joined(separator: " | ")) |"
    }
}
