import HTTPTypes
import NIOHTTP1

/// The duties of a server that concern the head of a request (RFC 9110, RFC 9112, RFC 6585), as far as the parser leaves
/// them to us.
struct RequestHeadRules {
    /// A head that is taken, and its consequences for the connection.
    struct Verdict {
        /// The head with its target in origin form and one `Host`.
        var head: HTTPRequestHead
        /// Whether the client waits for `100 Continue` before it sends the body.
        var expectsContinue = false
        /// Whether the connection closes after the answer: the parser reads nothing after an offered upgrade.
        var closes = false
    }

    /// Bytes of a request's target.
    let targetBytes: Int

    /// The maximum number of fields of a head.
    static let mostFields = 100

    /// Checks a head.
    ///
    /// - Throws: a `Problem` that ends the connection: framing and host of later requests cannot be relied on.
    func verdict(on head: HTTPRequestHead) throws(Problem) -> Verdict {
        let isOld = head.version.isOld
        try checkCharacters(head.headers)
        try checkFraming(head.headers, isOld: isOld)
        let host = try host(in: head.headers, isOld: isOld)
        var verdict = Verdict(head: head)
        try resolveTarget(&verdict.head, host)
        try checkContentEncoding(head.headers)
        if !isOld { verdict.expectsContinue = try expectsContinue(head.headers) }
        verdict.closes = head.headers.contains(name: "upgrade")
        return verdict
    }

    // MARK: Fields

    /// RFC 9110, 5.5: fields with CR, LF, NUL or other control characters are refused, folded lines among them.
    private func checkCharacters(_ headers: HTTPHeaders) throws(Problem) {
        for (name, value) in headers {
            guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }) else {
                throw Problem(.badRequest, "The field \(name.prefix(64)) has a control character.")
            }
        }
    }

    /// RFC 9110, 8.6, and RFC 9112, 6.1 to 6.3: one way to tell the end of a body, told once.
    private func checkFraming(_ headers: HTTPHeaders, isOld: Bool) throws(Problem) {
        let lengths = headers["content-length"]
        let codings = headers[canonicalForm: "transfer-encoding"].map { $0.lowercased() }
        if headers.contains(name: "transfer-encoding") {
            guard lengths.isEmpty else {
                throw Problem(.badRequest, "Content-Length and Transfer-Encoding are both there: send one of them.")
            }
            guard !isOld else {
                throw Problem(.badRequest, "HTTP/1.0 has no Transfer-Encoding: send Content-Length.")
            }
            if let unknown = codings.first(where: { $0 != "chunked" }) {
                throw Problem(
                    .notImplemented, "The transfer coding '\(unknown.prefix(64))' is not known here: send chunked.")
            }
            guard codings.count == 1 else { throw Problem(.badRequest, "Transfer-Encoding says chunked twice.") }
        }
        guard lengths.count <= 1, lengths.allSatisfy(Self.isLength) else {
            let shown = lengths.joined(separator: ", ").prefix(64)
            throw Problem(.badRequest, "Content-Length is '\(shown)': expected one number.")
        }
    }

    private static func isLength(_ text: String) -> Bool {
        (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// RFC 9112, 3.2: exactly one valid `Host`; HTTP/1.0 may leave it out.
    private func host(in headers: HTTPHeaders, isOld: Bool) throws(Problem) -> String? {
        let hosts = headers["host"]
        guard hosts.count <= 1 else { throw Problem(.badRequest, "Host is there \(hosts.count) times: send it once.") }
        guard let host = hosts.first else {
            if isOld { return nil }
            throw Problem(.badRequest, "Host is missing: HTTP/1.1 requires it.")
        }
        guard Self.isAuthority(host) else {
            throw Problem(
                .badRequest, "Host is '\(host.prefix(128))': expected a name or an address, and perhaps a port.")
        }
        return host
    }

    /// Whether a text is a host and perhaps a port (RFC 3986, 3.2), without user information.
    static func isAuthority(_ text: some StringProtocol) -> Bool {
        let text = Substring(text)
        guard (1...260).contains(text.utf8.count) else { return false }
        let host: Substring
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"),
                let address = IPAddress(text[text.index(after: text.startIndex)..<end]),
                !address.isIPv4 || text.contains(":")
            else { return false }
            host = text[...end]
        } else {
            host = text.prefix { $0 != ":" }
            let isName = host.utf8.allSatisfy { byte in
                let isAlphanumeric =
                    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                return isAlphanumeric || "-._~%!$&'()*+;=".utf8.contains(byte)
            }
            guard !host.isEmpty, isName else { return false }
        }
        let rest = text[host.endIndex...]
        guard let first = rest.first else { return true }
        let port = rest.dropFirst()
        return first == ":" && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (port.isEmpty || UInt16(port) != nil)
    }

    /// RFC 9110, 10.1.1.
    private func expectsContinue(_ headers: HTTPHeaders) throws(Problem) -> Bool {
        let expectations = headers[canonicalForm: "expect"].map { $0.lowercased() }
        if let unknown = expectations.first(where: { $0 != "100-continue" }) {
            throw Problem(.expectationFailed, "'\(unknown.prefix(64))' is not expected here: only 100-continue is.")
        }
        return !expectations.isEmpty
    }

    /// RFC 9110, 8.4 and 15.5.16: bodies come as they are.
    private func checkContentEncoding(_ headers: HTTPHeaders) throws(Problem) {
        let codings = headers[canonicalForm: "content-encoding"].map { $0.lowercased() }
        guard let coding = codings.first(where: { $0 != "identity" && !$0.isEmpty }) else { return }
        var problem = Problem(
            .unsupportedMediaType, "The body is encoded as '\(coding.prefix(64))': send it as it is.")
        problem.headers[.acceptEncoding] = "identity"
        throw problem
    }

    // MARK: Targets

    /// RFC 9112, 3.2: brings the four forms of a target to the first one, with the host that it names.
    private func resolveTarget(_ head: inout HTTPRequestHead, _ host: String?) throws(Problem) {
        let target = head.uri
        guard target.utf8.count <= targetBytes else {
            throw Problem(.targetTooLong, "The target has \(target.utf8.count) bytes, expected at most \(targetBytes).")
        }
        guard target.utf8.allSatisfy({ (0x21...0x7e).contains($0) }), !target.contains("#") else {
            throw Problem(.badRequest, "The target has a character that no target has: write it as % and two digits.")
        }
        if head.method == .CONNECT {
            throw Problem(.notImplemented, "This server is not a proxy: it has no CONNECT.")
        }
        if target.hasPrefix("/") { return }
        if target == "*" {
            guard head.method == .OPTIONS else {
                throw Problem(.badRequest, "The target * is for OPTIONS alone.")
            }
            return
        }
        guard let (authority, rest) = Self.absolute(target), Self.isAuthority(authority) else {
            throw Problem(.badRequest, "The target is '\(target.prefix(128))': expected a path, such as /v1/rooms.")
        }
        head.uri = rest.hasPrefix("/") ? String(rest) : "/\(rest)"
        if rest.isEmpty, head.method == .OPTIONS { head.uri = "*" }
        head.headers.replaceOrAdd(name: "Host", value: String(authority))
    }

    /// The authority of an absolute form, and what follows it.
    private static func absolute(_ target: String) -> (authority: Substring, rest: Substring)? {
        for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
            let hierarchy = target.dropFirst(scheme.utf8.count)
            let authority = hierarchy.prefix { $0 != "/" && $0 != "?" }
            return (authority, hierarchy[authority.endIndex...])
        }
        return nil
    }
}

extension Problem {
    /// Describes bytes that the parser does not take for a request.
    ///
    /// - Parameters:
    ///   - line: the first bytes of the request, up to the end of its first line.
    ///   - isLineInBounds: whether that line came to its end, and has no more bytes than a target may have.
    init(_ error: HTTPParserError, in line: String, isLineInBounds: Bool) {
        let shown = line.prefix(64)
        switch error {
        case .headerOverflow where !isLineInBounds:
            self.init(.targetTooLong, "The target is longer than a request's head may be.")
        case .headerOverflow: self.init(.headTooLarge, "The fields of the head are too long, or too many.")
        case _ where line.hasPrefix("PRI * HTTP/2"):
            self.init(.versionNotSupported, "This server talks HTTP/1.1, and not HTTP/2 without TLS.")
        case .invalidVersion where Self.endsWithOtherVersion(line):
            self.init(.versionNotSupported, "'\(shown)' is not HTTP/1.1 or HTTP/1.0.")
        case .invalidMethod where Self.beginsWithToken(line):
            self.init(.notImplemented, "The method of '\(shown)' is not known here.")
        case .invalidContentLength, .unexpectedContentLength:
            self.init(.badRequest, "The end of the body is given twice, or its length is not a number.")
        default: self.init(.badRequest, "The head is not one of HTTP/1.1, from '\(shown)' on.")
        }
    }

    /// Whether a line ends with a version that is not 1.0 or 1.1.
    private static func endsWithOtherVersion(_ line: String) -> Bool {
        let word = line.split(whereSeparator: \.isWhitespace).last ?? ""
        return word.hasPrefix("HTTP/") && !["HTTP/1.0", "HTTP/1.1"].contains(word)
    }

    /// Whether a text begins with a method in capitals and a space.
    private static func beginsWithToken(_ line: String) -> Bool {
        let token = line.prefix { $0.isASCII && ($0.isUppercase || $0 == "-" || $0 == "_") }
        return (1...32).contains(token.utf8.count) && line.dropFirst(token.count).first == " "
    }
}

extension HTTPVersion {
    /// Whether it is from before HTTP/1.1.
    var isOld: Bool { major < 1 || (major == 1 && minor < 1) }
}
