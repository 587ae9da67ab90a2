extension TextCommitment {
    /// The digest in the log.
    ///
    /// - Parameter cryptography: provides the HMAC.
    public func digest(by cryptography: some DraftCryptography) -> Digest256 {
        cryptography.hmacSHA256(key: salt.bytes, message: Array(text.utf8))
    }
}

extension PublicKey {
    /// The key's name in records.
    func id(by cryptography: some DraftCryptography) -> KeyID { KeyID(digest: cryptography.sha256(bytes)) }
}

/// Something that a person wrote, or the digest that stands for it.
package struct Statement {
    package var words: Wording
    /// Its kind: "claim".
    package var name: String
    /// Bytes of UTF-8 that the words have at most.
    package var limit: Int

    init(_ words: Wording, named name: String = "reason", limit: Int = 1_000) {
        self.words = words
        self.name = name
        self.limit = limit
    }

    package var text: String { words.text }
    package var digest: Digest256? { words.digest }

    /// Whether the text is in a place that requires a digest.
    package var isInTheOpen: Bool { words.digest == nil && !words.text.isEmpty }
}

extension Statement {
    static func of(_ opened: DisputeOpened) -> Self {
        Self(Wording(opened.claim, digest: opened.claimDigest), named: "claim", limit: 4_000)
    }

    static func of(_ evidence: EvidenceAttached) -> Self {
        Self(Wording(evidence.title, digest: evidence.titleDigest), named: "title", limit: RecordLimit.shortText)
    }

    static func of(_ resolved: DisputeResolved) -> Self {
        Self(Wording(resolved.reason, digest: resolved.reasonDigest), limit: 4_000)
    }
}

extension DisputeOpened {
    package func saying(_ words: Wording) -> Self {
        var said = self
        (said.claim, said.claimDigest) = (words.text, words.digest)
        return said
    }
}

extension EvidenceAttached {
    package func saying(_ words: Wording) -> Self {
        var said = self
        (said.title, said.titleDigest) = (words.text, words.digest)
        return said
    }
}

extension DisputeResolved {
    package func saying(_ words: Wording) -> Self {
        var said = self
        (said.reason, said.reasonDigest) = (words.text, words.digest)
        return said
    }
}

extension Event {
    /// The event with other words in the place of its own, and in that of a command's that it proposes.
    ///
    /// - Parameter change: asked once for each of them that is not empty.
    package func mappingWords<Failure: Error>(
        _ change: (Statement) throws(Failure) -> Wording
    ) throws(Failure) -> Event {
        guard case .proposed(var proposed) = approval else {
            guard let statement else { return self }
            let words = statement.words.isEmpty ? statement.words : try change(statement)
            return map(WordsMapper(words: words))
        }
        proposed = try proposed.mappingWords(change)
        proposed.command = try proposed.command.mappingWords(change)
        return .measureProposed(proposed)
    }
}

private struct WordsMapper: EventMapper {
    let words: Wording

    func map<Body: EventBody>(_ body: Body) -> Body { body.saying(words) }
}
