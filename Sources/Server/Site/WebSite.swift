import Draft
import Pages
import Records
import Statements
import TextFormats

/// All pages and files, made once. Their addresses have a digest of the whole, so that a browser may keep them
/// permanently and never mixes two versions.
struct WebSite: Sendable {
    /// The digest of all files together.
    let version: String
    let files: [String: WebFile]
    /// The pages by the path of their route.
    let pages: [String: WebFile]
    /// The page for unknown addresses.
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
        let imports = all.reduce(into: [:]) { $0[$1.name] = Self.imports(in: $1.content) }
        let shell = PageTemplate(WebFiles.shell)
        func file(of page: WebPage, saying content: String?) -> WebFile {
            let style = (["tokens.css", "base.css"] + page.styles).map(WebFiles.text).joined(separator: "\n")
            let scripts = Self.scripts(of: page.script, in: imports)
            var html = shell.filled(with: Self.values(of: page, at: base, style: style, isDev: isDev, scripts: scripts))
            if let content { html = html.replacing(Self.waiting, with: ">" + content) }
            return WebFile(
                type: "text/html; charset=utf-8", content: Array(html.utf8),
                policy: Self.policy(style: style, showsReportPages: page.showsReportPages))
        }
        for page in WebPage.all {
            pages[page.path] = file(of: page, saying: page.text.map { Self.article(page, options[keyPath: $0]) })
        }
        self.pages = pages
        missing = file(of: .missing, saying: WebFiles.missing.replacing("{{base}}", with: base))
    }

    /// The web app manifest, for installation on a phone.
    var manifest: JSON {
        [
            "name": "Draft Ledger", "short_name": "Drafts", "id": "/", "start_url": "/", "display": "standalone",
            "background_color": "#101927", "theme_color": "#101927",
            "icons": .array([
                icon("icon.svg", sizes: "any"), icon("icon-192.png", sizes: "192x192"),
                icon("icon-512.png", sizes: "512x512"),
                icon("icon-maskable.png", sizes: "512x512", purpose: "maskable"),
            ]),
        ]
    }

    private func icon(_ name: String, sizes: String, purpose: String = "any") -> JSON {
        let type = WebFile.type(of: name)
        return ["src": .of("/web/\(version)/\(name)"), "sizes": .of(sizes), "type": .of(type), "purpose": .of(purpose)]
    }

    /// Returns the `Content-Security-Policy`, which allows scripts, styles, pictures and requests of this site only.
    ///
    /// - Parameters:
    ///   - style: the only style sheet that may be inline in the page, named by its digest.
    ///   - showsReportPages: whether the page shows report pages in a frame, which has the policy of its maker.
    static func policy(style: String?, showsReportPages: Bool = false) -> String {
        let shown = showsReportPages ? ReportPage.inlineParts : nil
        let sheets = [style, shown?.style].compactMap { $0.map { " " + source(of: $0) } }.joined()
        let script = shown.map { " " + source(of: $0.script) } ?? ""
        return
            ([
                "default-src 'none'", "script-src 'self'\(script)", "style-src 'self'\(sheets)", "img-src 'self'",
                "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'self'",
                "frame-ancestors 'none'",
            ] + (showsReportPages ? ["frame-src blob:"] : [])).joined(separator: "; ")
    }

    /// The `Content-Security-Policy` of a report page that is opened by itself: its own style and script, and no network.
    static let policyOfReportPages: String = {
        let parts = ReportPage.inlineParts
        return [
            "default-src 'none'", "script-src \(source(of: parts.script))", "style-src \(source(of: parts.style))",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "sandbox allow-scripts allow-modals",
        ].joined(separator: "; ")
    }()

    /// The name of a text in a policy: its digest.
    private static func source(of text: String) -> String {
        "'sha256-\(Digest256(hashing: Array(text.utf8)).base64)'"
    }

    /// The values of the places in the shell.
    private static func values(
        of page: WebPage, at base: String, style: String, isDev: Bool, scripts: [String]
    ) -> [String: String] {
        // A browser that finds out import by import asks once for each level.
        let preloads = scripts.map { "<link rel=\"modulepreload\" href=\"\(base)/\($0)\">" }
        let script = "<script type=\"module\" src=\"\(base)/\(page.script)\"></script>"
        let links = WebPage.Place.allCases.map { place in
            (place, place == page.place ? " aria-current=\"page\"" : "")
        }
        return [
            "name": page.name, "title": "\(page.title) · Draft Ledger", "base": base, "dev": "\(isDev)",
            // In the page itself: a browser paints when it has the styles, and these are there with the first bytes.
            "links": (["<style>\(style)</style>"] + preloads + [script]).joined(separator: "\n"),
            "nav": links.map { "<a href=\"\($0.path)\"\($1)>\($0.title)</a>" }.joined(),
            "tabs": links.map { place, current in
                "<a href=\"\(place.path)\"\(current)><svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">"
                    + "<use href=\"\(base)/icons.svg#\(place.icon)\"/></svg>\(place.title)</a>"
            }.joined(),
        ]
    }

    /// The content of a page until its script has something to show.
    private static let waiting = #"aria-busy="true"><p class="loading">Loading …</p>"#

    private static func article(_ page: WebPage, _ text: PageOptions.Text) -> String {
        let content = text.content.isEmpty ? "<p>The operator of this server has not put a text here.</p>" : text.html
        return "<h1>\(page.title)</h1><article class=\"card text\">\(content)</article>"
    }

    /// A module's imports and theirs, each once, without the module itself.
    private static func scripts(of script: String, in imports: [String: [String]]) -> [String] {
        var (found, next) = (Set<String>(), [script])
        while let name = next.popLast() {
            for imported in imports[name] ?? [] where imported != script && found.insert(imported).inserted {
                next.append(imported)
            }
        }
        return found.sorted()
    }

    /// The modules that a script imports, by the bytes: searching in text took most of the time of a start.
    private static func imports(in content: [UInt8]) -> [String] {
        let mark = Array("from \"./".utf8)
        var found: [String] = []
        var rest = content[...]
        while let place = rest.firstIndex(of: mark[0]) {
            rest = rest[place...]
            guard rest.starts(with: mark) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(mark.count)
            let name = rest.prefix { $0 != UInt8(ascii: "\"") }
            found.append(String(decoding: name, as: UTF8.self))
        }
        return found
    }
}

/// A text with places for values, such as `{{title}}`, cut up once.
private struct PageTemplate {
    private let head: String
    private let parts: [(name: String, text: String)]

    init(_ text: String) {
        let pieces = text.split(separator: "{{", omittingEmptySubsequences: false)
        head = String(pieces[0])
        parts = pieces.dropFirst().map { piece in
            let halves = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
        }
    }

    func filled(with values: [String: String]) -> String {
        parts.reduce(into: head) { $0 += (values[$1.name] ?? "") + $1.text }
    }
}
