import CBetWebFiles
import Crypto
import NIOCore
import Pages
import Server

/// All pages and files, made once. Their addresses have a digest of the whole, so that a browser may keep them permanently
/// and never mixes two versions.
struct BetSite: Sendable {
    /// A file as it is sent: all answers share its bytes.
    struct File: Sendable {
        let type: String
        let plain: ByteBuffer
        /// In gzip form; nil if that is not smaller.
        let packed: ByteBuffer?

        init(type: String, _ content: [UInt8]) {
            self.type = type
            plain = ByteBuffer(bytes: content)
            packed = Gzip.packed(content).flatMap { $0.count < content.count ? ByteBuffer(bytes: $0) : nil }
        }
    }

    let version: String
    let files: [String: File]
    /// The pages by the path of their route.
    let pages: [String: File]

    /// Allows scripts, styles, pictures, requests and WebSockets of this site only.
    static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// - Parameter isDev: whether users sign in by name.
    init(isDev: Bool) {
        let contents = Self.contents
        var hash = SHA256()
        hash.update(data: Array("\(isDev)\n".utf8))
        for (name, content) in contents.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\(name) \(content.count)\n".utf8) + content)
        }
        let digits = Array("0123456789abcdef")
        version = hash.finalize().prefix(8).map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
        let base = "/web/\(version)"
        files = contents.filter { !$0.key.hasSuffix(".html") }.reduce(into: [:]) { files, file in
            files[file.key] = File(type: Self.type(of: file.key), file.value)
        }
        let shell = String(decoding: contents["page.html"] ?? [], as: UTF8.self)
        pages = BetPage.all.reduce(into: [:]) { pages, page in
            var html = shell
            for (place, value) in Self.values(of: page, at: base, isDev: isDev) {
                html = html.replacing("{{\(place)}}", with: value)
            }
            pages[page.path] = File(type: "text/html; charset=utf-8", Array(html.utf8))
        }
    }

    /// The contents of the files, by name.
    static let contents: [String: [UInt8]] = {
        var (contents, file) = (["tokens.css": Array(SharedFiles.tokens.utf8)], cbetwebfiles_first())
        while let name = file.pointee.name, let content = file.pointee.content {
            contents[String(cString: name)] = Array(String(cString: content).utf8)
            file += 1
        }
        return contents
    }()

    private static func values(of page: BetPage, at base: String, isDev: Bool) -> [String: String] {
        let links = BetPage.all.compactMap { other in
            other.icon.map { icon in (other, icon, other.path == page.path ? " aria-current=\"page\"" : "") }
        }
        // A browser that finds out import by import asks once for each level.
        let preloads = scripts(of: page.name + ".js").map { "<link rel=\"modulepreload\" href=\"\(base)/\($0)\">" }
        let script = "<script type=\"module\" src=\"\(base)/\(page.name).js\"></script>"
        return [
            "name": page.name, "title": page.title, "base": base, "dev": "\(isDev)",
            "links": (preloads + [script]).joined(separator: "\n"),
            "nav": links.map { "<a href=\"\($0.path)\"\($2)>\($0.title)</a>" }.joined(),
            "tabs": links.map { page, icon, current in
                "<a href=\"\(page.path)\"\(current)><svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">"
                    + "<use href=\"\(base)/icons.svg#\(icon)\"/></svg>\(page.title)</a>"
            }.joined(),
        ]
    }

    /// A script's imports and theirs, each once, without the script itself.
    private static func scripts(of script: String) -> [String] {
        var (found, next) = (Set<String>(), [script])
        while let name = next.popLast() {
            let text = String(decoding: contents[name] ?? [], as: UTF8.self)
            for match in text.matches(of: #/from "\.\/([a-z-]+\.js)"/#) {
                let imported = String(match.output.1)
                if imported != script, found.insert(imported).inserted { next.append(imported) }
            }
        }
        return found.sorted()
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        default: "image/svg+xml"
        }
    }
}
