import TextFormats

/// The keys that an issuer publishes: a JSON Web Key Set (RFC 7517), or a map of key names to X.509 certificates as Google
/// publishes it for Firebase.
///
/// A pure function of its bytes. A member that is not understood is left out with its reason (RFC 7517, section 5), and the
/// others are used.
package struct KeySet: Sendable {
    /// A member that is not used.
    package struct LeftOut: Hashable, Sendable {
        /// Its name, or its place in the set.
        package var name: String
        package var reason: String
    }

    private struct Entry: Sendable {
        var name: String?
        var certificateThumbprint: String?
        var key: VerificationKey
    }

    private var entries: [Entry] = []
    package private(set) var leftOut: [LeftOut] = []

    package static let maximumBytes = 1 << 20
    package static let maximumKeys = 256
    /// So many keys are tried for one token: a name is meant to be one key's.
    private static let maximumCandidates = 8

    /// The names of the keys that are used.
    package var names: Set<String> { Set(entries.compactMap(\.name)) }
    package var thumbprints: Set<String> { Set(entries.map(\.key.thumbprint)) }

    /// The part that decides about tokens: two sets of the same value accept the same ones.
    package var fingerprint: Set<String> {
        Set(
            entries.map { entry in
                let algorithms = entry.key.algorithms.map(\.rawValue).sorted().joined(separator: ",")
                return [entry.name ?? "", entry.certificateThumbprint ?? "", algorithms, entry.key.thumbprint]
                    .joined(separator: "\n")
            })
    }

    /// - Parameters:
    ///   - bytes: the whole document.
    ///   - now: seconds since 1970, at which certificates have to be valid.
    /// - Throws: `KeyFault` for a document that is neither form.
    package init(_ bytes: [UInt8], at now: Double) throws(KeyFault) {
        guard bytes.count <= Self.maximumBytes else {
            throw KeyFault("the document has more than \(Self.maximumBytes) bytes")
        }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONDocument(bytes.withoutByteOrderMark).root
        } catch {
            throw KeyFault("the document is not JSON: \(error)")
        }
        guard root.kind == .object else { throw KeyFault("the document is not a JSON object") }
        if let keys = root["keys"] {
            guard keys.kind == .array else { throw KeyFault("'keys' is not an array") }
            try take(keys.elements.enumerated().map { ("#\($0 + 1)", $1) }, Self.entry)
        } else {
            let members = root.members
            guard !members.isEmpty, members.allSatisfy({ $0.value.kind == .string }) else {
                throw KeyFault("the document has neither 'keys' nor certificates by name")
            }
            try take(members) { member throws(KeyFault) in
                let key = try Certificate(pem: member.string ?? "").key(at: now)
                return Entry(name: nil, certificateThumbprint: nil, key: key)
            }
        }
    }

    private mutating func take(
        _ members: [(name: String, value: JSONValue)], _ read: (JSONValue) throws(KeyFault) -> Entry
    ) throws(KeyFault) {
        guard members.count <= Self.maximumKeys else {
            throw KeyFault("the document has \(members.count) keys, expected at most \(Self.maximumKeys)")
        }
        for (place, value) in members {
            let id = value["kid"]?.string ?? (value.kind == .string ? place : nil)
            let shown = String((id ?? place).prefix(64)).filter { $0.isASCII && String($0).isPrintable }
            do throws(KeyFault) {
                if let id, id.isEmpty || id.utf8.count > SignedToken.Header.maximumNameBytes || !id.isPrintable {
                    throw KeyFault("its name (kid) is not a short text")
                }
                var entry = try read(value)
                entry.name = id
                entries.append(entry)
            } catch {
                leftOut.append(LeftOut(name: shown, reason: error.description))
            }
        }
    }

    private static func entry(_ member: JSONValue) throws(KeyFault) -> Entry {
        guard member.kind == .object else { throw KeyFault("it is not an object") }
        func text(_ name: StaticString) throws(KeyFault) -> String {
            guard let text = member[name]?.string else { throw KeyFault("it has no '\(name)'") }
            return text
        }
        func number(_ name: StaticString) throws(KeyFault) -> [UInt8] {
            // Some issuers write the other alphabet of base64, or padding.
            guard let bytes = Base64URL.decodeEither(try text(name).utf8), !bytes.isEmpty else {
                throw KeyFault("its '\(name)' is not base64url")
            }
            return bytes
        }
        guard Set(member.members.map { Array($0.name.utf8) }).count == member.members.count else {
            throw KeyFault("it has a member twice")
        }
        if let use = member["use"], use.string != "sig" { throw KeyFault("it is not for signatures (use)") }
        if let operations = member["key_ops"], !operations.elements.contains(where: { $0.string == "verify" }) {
            throw KeyFault("it is not for verifying (key_ops)")
        }
        var key: VerificationKey
        switch try text("kty") {
        case "RSA": key = try .rsa(modulus: try number("n"), exponent: try number("e"))
        case "EC": key = try .elliptic(try text("crv"), point: try number("x") + number("y"))
        case "OKP":
            guard try text("crv") == "Ed25519" else { throw KeyFault("the curve is not Ed25519") }
            key = try .ed25519(try number("x"))
        default: throw KeyFault("its kind (kty) is not RSA, EC or OKP")
        }
        if let algorithm = member["alg"] { try key.restrict(to: algorithm.string ?? "") }
        return Entry(name: nil, certificateThumbprint: member["x5t"]?.string, key: key)
    }

    /// The keys that may have signed a token: those of the name that its header has, else those of its certificate's
    /// thumbprint, else all.
    ///
    /// - Parameter algorithm: an algorithm that its issuer's configuration has.
    package func candidates(
        for header: SignedToken.Header, by algorithm: SignatureAlgorithm
    ) -> [VerificationKey] {
        let named = entries.filter { entry in
            if let id = header.keyID { return entry.name == id }
            return header.thumbprint.map { entry.certificateThumbprint == $0 } ?? true
        }
        return Array(named.filter { $0.key.algorithms.contains(algorithm) }.map(\.key).prefix(Self.maximumCandidates))
    }
}
