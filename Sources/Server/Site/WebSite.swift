import Draft
import Records
import Statements
import TextFormats

/// All pages and files, made once: their addresses carry a digest of the whole, so that a browser may keep them for ever
/// and never mixes two versions.
struct WebSite: Sendable {
    /// Of all files together.
    let version: String
    let files: [String: WebFile]
    /// By the path of the route.
    let pages: [String: WebFile]
    /// For addresses that there are not.
    let missing: WebFile

    /// - Parameters:
    ///   - options: what the operator adds.
    ///   - isDev: whether the pages offer what only a server for development does.
    init(_ options: PageOptions, isDev: Bool) {
        let all = WebFiles.parts
        var content = Array((WebFiles.shell + WebFiles.missing).utf8)
        content += Array("\(isDev) \(options.terms) \(options.privacy) \(options.support)\n".utf8)
        for file in all { content += Array("\(file.name) \(file.content.count)\n".utf8) + file.content }
        version = String(Digest256(hashing: content).hexadecimal.prefix(16))
        files = all.reduce(into: [:]) { files, file in
            files[file.name] = WebFile(type: WebFile.type(of: file.name), content: file.content)
        }
        let base = "/web/\(version)"
        var pages: [String: WebFile] = [:]
        func file(of page: WebPage, saying content: String?) -> WebFile {
            let style = (["tokens.css", "base.css"] + page.styles).map(WebFiles.text).joined(separator: "\n")
            let scripts = Self.scripts(of: page.script, in: all)
            var html = Self.html(of: page, at: base, style: style, isDev: isDev, scripts: scripts)
            if let content { html = html.replacing(Self.waiting, with: ">" + content) }
            return WebFile(
                type: "text/html; charset=utf-8", content: Array(html.utf8), policy: Self.policy(style: style))
        }
        for page in WebPage.all {
            pages[page.path] = file(of: page, saying: page.text.map { Self.article(page, options[keyPath: $0]) })
        }
        self.pages = pages
        missing = file(of: .missing, saying: WebFiles.missing.replacing("{{base}}", with: base))
    }

    /// What is installed on a phone's screen.
    var manifest: JSON {
        [
            "name": "Draft Ledger", "short_name": "Drafts", "id": "/", "start_url": "/", "display": "standalone",
            "background_color": "#101927", "theme_color": "#101927",
            "icons": [
                ["src": .of("/web/\(version)/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"]
            ],
        ]
    }

    /// The `Content-Security-Policy`: scripts, styles, pictures and requests of our own and of nobody else's.
    ///
    /// - Parameter style: the one style sheet that may stand in the page itself, named by its digest; nothing else may.
    static func policy(style: String?) -> String {
        let sheet = style.map { " 'sha256-\(Digest256(hashing: Array($0.utf8)).base64)'" } ?? ""
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self'\(sheet)", "img-src 'self'",
            "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'self'",
            "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    private static func html(
        of page: WebPage, at base: String, style: String, isDev: Bool, scripts: [String]
    ) -> String {
        // A browser that finds out import by import asks once for each level.
        let preloads = scripts.map { "<link rel=\"modulepreload\" href=\"\(base)/\($0)\">" }
        let script = "<script type=\"module\" src=\"\(base)/\(page.script)\"></script>"
        let links = WebPage.Place.allCases.map { place in
            (place, place == page.place ? " aria-current=\"page\"" : "")
        }
        let values = [
            "name": page.name, "title": "\(page.title) · Draft Ledger", "base": base, "dev": "\(isDev)",
            // In the page itself: a browser paints when it has the styles, and these are there with the first bytes.
            "links": (["<style>\(style)</style>"] + preloads + [script]).joined(separator: "\n"),
            "nav": links.map { "<a href=\"\($0.path)\"\($1)>\($0.title)</a>" }.joined(),
            "tabs": links.map { place, current in
                "<a href=\"\(place.path)\"\(current)><svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">"
                    + "<use href=\"\(base)/icons.svg#\(place.icon)\"/></svg>\(place.title)</a>"
            }.joined(),
        ]
        return values.reduce(WebFiles.shell) { $0.replacing("{{\($1.key)}}", with: $1.value) }
    }

    /// What stands in a page until its script has something to show.
    private static let waiting = #"aria-busy="true"><p class="loading">Loading …</p>"#

    private static func article(_ page: WebPage, _ text: PageOptions.Text) -> String {
        let content = text.content.isEmpty ? "<p>The operator of this server has not put a text here.</p>" : text.html
        return "<h1>\(page.title)</h1><article class=\"card text\">\(content)</article>"
    }

    /// A module's imports and theirs, each once, without the module itself.
    private static func scripts(of script: String, in files: [(name: String, content: [UInt8])]) -> [String] {
        var (found, next) = ([String](), [script])
        while let name = next.popLast() {
            guard let file = files.first(where: { $0.name == name }) else { continue }
            for part in String(decoding: file.content, as: UTF8.self).split(separator: "from \"./").dropFirst() {
                let imported = String(part.prefix { $0 != "\"" })
                guard imported != script, !found.contains(imported) else { continue }
                found.append(imported)
                next.append(imported)
            }
        }
        return found.sorted()
    }
}
