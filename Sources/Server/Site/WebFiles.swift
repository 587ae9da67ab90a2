import CWebFiles
import NIOCore
import Pages

/// The files of `Web`, which are part of the binary, and the shared files that single-file pages use too.
enum WebFiles {
    /// The contents of the files, by name.
    static let contents: [String: [UInt8]] = {
        let shared = [
            "tokens.css": SharedFiles.tokens, "board.css": SharedFiles.boardStyle, "board.js": SharedFiles.boardScript,
        ]
        var (contents, file) = (shared.mapValues { WebSource.withoutComments(Array($0.utf8)) }, cwebfiles_first())
        while let name = file.pointee.name, let content = file.pointee.content {
            let name = String(cString: name)
            contents[name] = name.hasSuffix(".png") ? picture(content) : text(named: name, content)
            file += 1
        }
        return contents
    }()

    private static func text(named name: String, _ content: UnsafePointer<CUnsignedChar>) -> [UInt8] {
        let text = Array(String(cString: content).utf8)
        return name.hasSuffix(".js") || name.hasSuffix(".css") ? WebSource.withoutComments(text) : text
    }

    /// The bytes of a PNG, which can have zeros in them: its signature and its chunks up to `IEND`, each with its length in
    /// front of its name and a checksum after its data.
    private static func picture(_ content: UnsafePointer<UInt8>) -> [UInt8] {
        var end = 8
        while true {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(content[end + $1]) }
            let isLast = (0..<4).map { content[end + 4 + $0] } == Array("IEND".utf8)
            end += 12 + length
            if isLast { return Array(UnsafeBufferPointer(start: content, count: end)) }
        }
    }

    /// The files of pages other than their HTML.
    static var parts: [(name: String, content: [UInt8])] {
        contents.filter { !$0.key.hasSuffix(".html") && $0.key != examples }.map { ($0.key, $0.value) }
            .sorted { $0.name < $1.name }
    }

    /// The examples of the OpenAPI document, of which no page is made.
    static let examples = "examples.json"

    /// The HTML that all pages share, with places for what differs.
    static var shell: String { text("page.html") }

    /// The text of the page for unknown addresses.
    static var missing: String { text("missing.html") }

    /// Returns the text of a file.
    static func text(_ name: String) -> String { String(decoding: contents[name] ?? [], as: UTF8.self) }
}

/// A file as it is sent.
struct WebFile: Sendable {
    let type: String
    let content: [UInt8]
    /// The content as it is sent: all answers share these bytes, however many clients do not read them.
    let body: ByteBuffer
    /// The content in gzip form; nil if that is not smaller.
    let packed: ByteBuffer?
    /// The content security policy of the file.
    let policy: String

    init(type: String, content: [UInt8], policy: String = WebSite.policy(style: nil)) {
        self.type = type
        self.content = content
        self.policy = policy
        body = ByteBuffer(bytes: content)
        packed = Gzip.packed(content).flatMap { $0.count < content.count ? ByteBuffer(bytes: $0) : nil }
    }

    /// The media type that a file's name tells.
    static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        default: "application/octet-stream"
        }
    }
}
