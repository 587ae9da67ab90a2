import Tokens

/// Tokens and key sets of issuers, through the pure functions that read them.
enum TokenReading {
    /// In May 2026.
    private static let now = 1_780_000_000.0

    /// A token, with all that is checked of it but its issuer.
    static func readToken(_ bytes: [UInt8]) throws {
        let token = try SignedToken(bytes)
        let claims = try TokenClaims(token)
        _ = try? claims.subject(in: "sub")  // a fault of the subject does not keep the times from being read
        try claims.checkTimes(at: now, leeway: 60, lifetime: 3_600)
    }

    /// A header and a payload as JSON with a line break between them, so that changes of the JSON reach its members.
    static func readClaims(_ bytes: [UInt8]) throws {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        try readToken(Array("\(Base64URL.encode(parts[0])).\(Base64URL.encode(parts[1])).AAAA".utf8))
    }

    /// A key set, each of whose keys is given signatures of all lengths that there are.
    static func readKeys(_ bytes: [UInt8]) throws {
        let keys = try KeySet(bytes, at: now)
        _ = (keys.names, keys.thumbprints, keys.fingerprint, keys.leftOut.map(\.reason))
        for algorithm in SignatureAlgorithm.allCases {
            let header = SignedToken.Header(algorithm: algorithm.rawValue, keyID: nil, thumbprint: nil, type: nil)
            for key in keys.candidates(for: header, by: algorithm) {
                for length in [0, 64, 96, 132, 256] {
                    let head = Base64URL.encode(Array("{\"alg\":\"\(algorithm.rawValue)\"}".utf8))
                    let signature = Base64URL.encode([UInt8](repeating: 1, count: length))
                    let token = try SignedToken(
                        Array("\(head).\(Base64URL.encode(Array("{}".utf8))).\(signature)".utf8))
                    guard !key.verifies(token, by: algorithm) else { throw FuzzTarget.Unequal() }
                }
            }
        }
    }
}
