import Foundation
import TextFormats

/// The operator's additions to the pages.
package struct PageOptions: Sendable {
    /// A text of the operator's own, with the file that it was read from.
    package struct Text: Sendable {
        package var path = ""
        package var content = ""

        package init() {}

        /// - Returns: nil for a file that does not exist, is longer than 256 KiB, or is not UTF-8. An empty path is an
        ///   empty text.
        init?(path: String) {
            self.path = path
            guard !path.isEmpty else { return }
            guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 256 << 10,
                let text = String(bytes: bytes, encoding: .utf8)
            else { return nil }
            content = text
        }
    }

    package var terms = Text()
    package var privacy = Text()
    package var support = Text()
    /// The apps that open links to here, such as `TEAMID.com.example.drafts`.
    package var apps: [String] = []

    package init() {}

    /// Whether it is one of Apple's: ten characters of the team, then the bundle.
    static func isApp(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && !parts.contains("")
            && name.utf8.allSatisfy { UInt8(ascii: "-") == $0 || UInt8(ascii: ".") == $0 || Self.isAlphanumeric($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension PageOptions.Text {
    /// The text as HTML: paragraphs between empty lines, headings after `# `. The content is escaped.
    var html: String {
        let blocks = content.replacing("\r\n", with: "\n").split(separator: "\n\n")
        return blocks.map { block in
            let text = block.drop { $0.isWhitespace }
            guard text.hasPrefix("# ") else { return "<p>\(HTML.escaped(String(text)))</p>" }
            let lines = text.dropFirst(2).split(separator: "\n", maxSplits: 1)
            let rest = lines.count > 1 ? "<p>\(HTML.escaped(String(lines[1])))</p>" : ""
            return "<h2>\(HTML.escaped(String(lines.first ?? "")))</h2>" + rest
        }.joined(separator: "\n")
    }
}

/// The association files for links from outside to the app.
struct AppAssociation {
    let apps: [String]

    /// The addresses that the app opens.
    private static let paths: [JSON] = [
        "/draft/*", "/tournament/*", "/teams/*", "/invite/*", "/deposit", "/profile",
    ]

    var json: JSON {
        let details = apps.map { app -> JSON in ["appID": .of(app), "paths": .array(Self.paths)] }
        return [
            "applinks": ["apps": [], "details": .array(details)],
            "webcredentials": ["apps": .array(apps) { .of($0) }],
        ]
    }
}
