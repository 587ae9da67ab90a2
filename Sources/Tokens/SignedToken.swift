package import TextFormats

/// A JSON Web Token in its compact form (RFC 7519, RFC 7515), split and decoded, whose signature is not checked yet.
///
/// A pure function of its bytes. Every length is bounded, every byte is checked, and nothing of the token reaches a library.
///
/// ```swift
/// let token = try SignedToken(Array(text.utf8))
/// guard keys.candidates(for: token.header).contains(where: { $0.verifies(token, by: .rs256) }) else { … }
/// let claims = try TokenClaims(token)
/// ```
package struct SignedToken: Sendable {
    /// The members of the header that decide something.
    package struct Header: Hashable, Sendable {
        /// The algorithm that the token names. Only a configured algorithm is ever used.
        package var algorithm: String
        package var keyID: String?
        /// The SHA-1 thumbprint of a certificate, by which some issuers name their keys.
        package var thumbprint: String?
        package var type: String?

        package init(algorithm: String, keyID: String?, thumbprint: String?, type: String?) {
            (self.algorithm, self.keyID, self.thumbprint, self.type) = (algorithm, keyID, thumbprint, type)
        }
    }

    package static let maximumBytes = 8_192
    /// Deeper claims than these have no use here: Keycloak's roles are at the fourth level.
    static let maximumDepth = 16

    package let header: Header
    /// The claims as an object of JSON without any repeated name.
    package let payload: JSONValue
    /// The bytes that were signed.
    package let signingInput: ArraySlice<UInt8>
    package let signature: [UInt8]

    /// - Throws: `TokenRejection` with the first fault.
    package init(_ bytes: [UInt8]) throws(TokenRejection) {
        guard bytes.count <= Self.maximumBytes else {
            throw TokenRejection(.tooLong, "It has \(bytes.count) bytes, and at most \(Self.maximumBytes) are read.")
        }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            let found = parts.count == 5 ? "It is encrypted, which is not supported." : "It does not have three parts."
            throw TokenRejection(.malformed, found)
        }
        guard let head = Base64URL.decode(parts[0]), let body = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw TokenRejection(.malformed, "One of its parts is not base64url without padding.") }
        header = try Header(try Self.object(head, "header"))
        payload = try Self.object(body, "payload")
        self.signature = signature
        signingInput = bytes[..<parts[1].endIndex]
    }

    /// Parses one part, which must be an object that says nothing twice.
    private static func object(_ bytes: [UInt8], _ part: String) throws(TokenRejection) -> JSONValue {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(bytes).root
        } catch {
            throw TokenRejection(.malformed, "Its \(part) is not JSON.")
        }
        guard root.kind == .object else { throw TokenRejection(.malformed, "Its \(part) is not a JSON object.") }
        try check(root, part, depth: 1)
        return root
    }

    private static func check(_ value: JSONValue, _ part: String, depth: Int) throws(TokenRejection) {
        guard depth <= maximumDepth else {
            throw TokenRejection(.malformed, "Its \(part) is nested deeper than \(maximumDepth) levels.")
        }
        var names: Set<[UInt8]> = []
        for (name, member) in value.members {
            guard names.insert(Array(name.utf8)).inserted else {
                throw TokenRejection(.malformed, "Its \(part) has a member twice.")
            }
            try check(member, part, depth: depth + 1)
        }
        for element in value.elements { try check(element, part, depth: depth + 1) }
    }
}

extension SignedToken.Header {
    /// The types of tokens that say who somebody is (RFC 7519, RFC 9068). Others, such as a log-out token, do not.
    private static let types: Set = ["jwt", "at+jwt", "application/jwt", "application/at+jwt"]
    static let maximumNameBytes = 256

    fileprivate init(_ object: JSONValue) throws(TokenRejection) {
        // RFC 7515, section 4.1.11: an extension that is not understood refuses the token; none is understood here.
        guard object["crit"] == nil else {
            throw TokenRejection(
                .criticalExtension, "Its header has critical extensions (crit), and none is supported.")
        }
        guard object["b64"] == nil, object["zip"] == nil, object["enc"] == nil else {
            throw TokenRejection(.criticalExtension, "Its header asks for an encoding that is not supported.")
        }
        func text(_ name: StaticString) throws(TokenRejection) -> String? {
            guard let value = object[name] else { return nil }
            guard let text = value.string, (1...Self.maximumNameBytes).contains(text.utf8.count), text.isPrintable
            else {
                throw TokenRejection(.malformed, "Its header has a '\(name)' that is not a short text.")
            }
            return text
        }
        guard let algorithm = try text("alg") else { throw TokenRejection(.malformed, "Its header has no 'alg'.") }
        self.algorithm = algorithm
        (keyID, thumbprint, type) = (try text("kid"), try text("x5t"), try text("typ"))
        if let type, !Self.types.contains(type.lowercased()) {
            throw TokenRejection(.type, "Its type (typ) is not JWT or at+jwt.")
        }
    }
}

extension String {
    /// Whether it shows as what it is: no control characters, no invisible ones, no line breaks.
    package var isPrintable: Bool {
        unicodeScalars.allSatisfy { scalar in
            guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
            return switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
    }
}
