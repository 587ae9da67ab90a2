import Draft
import Merkle
import Records
import TextFormats

/// Instructions for third parties to check a bundle with independent tools.
struct VerifyDocument {
    private let bundle: EvidenceBundle
    private let key: VerifierKey
    private let formerKeys: [FormerKey]
    private let claimed: VerifyText
    private let founders: [AuthorityBegan.Founder]

    /// - Parameters:
    ///   - claimed: the text for claims of this kind.
    ///   - began: the event that enabled staff roles, or nil.
    init(_ bundle: EvidenceBundle, by key: VerifierKey, _ claimed: VerifyText, since began: AuthorityBegan?) {
        self.bundle = bundle
        self.key = key
        self.claimed = claimed
        founders = began?.founders ?? []
        formerKeys = FormerKey.all(in: bundle, but: key)
    }

    /// Names come from third parties, and these lines are pasted into a shell: a name must not contain control characters
    /// or end a quotation.
    private static func quoted(_ text: String) -> String { HTML.plain(text).replacing("'", with: "'\\''") }

    private var origin: String { HTML.plain(bundle.claim.origin) }

    var text: String {
        let checkpoint = EvidenceBundle.checkpointFile(bundle.latest)
        let record = bundle.records.first { !$0.isWithheld }?.name ?? "records/…"
        // The name that `evidence create` chooses.
        let file = bundle.claim.fileName
        let folder = String(file.dropLast(".tar".count))
        let (shown, text) = (HTML.plain(key.text), Self.quoted(key.text))
        return """
            # How to check this bundle

            This bundle is about \(HTML.plain(bundle.claim.words)). The checks below require trust in the holder of one key \
            only:

                \(shown)

            Do not trust the key because it is printed here. Obtain it from an official source of \(origin) and compare. If \
            you know witnesses that cosign its checkpoints, name them in your policy.
            \(formerSection)
            ## With draftledger

            Write a policy (C2SP tlog-policy) with the key that you obtained. The command then checks and replays the bundle. \
            You do not need the ledger.\(foundersText)

                echo 'log \(text)' > my-policy\(formerLines { "\n    echo \"log $\($0.variable)\" >> my-policy" })\(founderLines)
                echo 'quorum none' >> my-policy
                draftledger evidence verify \(file) --policy my-policy

            ## With Python and OpenSSL only

            `verify.py` has about three hundred lines; read it first. It checks that the signatures are valid, that later \
            checkpoints extend earlier ones, that every record is at its position in the signed tree, and that no event in \
            between is missing.

                mkdir \(folder) && tar xf \(file) -C \(folder) && cd \(folder)
                python3 verify.py --key '\(text)'\(formerLines { " --key \"$\($0.variable)\"" })

            ## By hand

            The signature of the checkpoint that covers everything here, by the key \(Self.name(key)):

                printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000' > key.der
                echo '\(text)' | sed 's/^[^+]*+[^+]*+//' | base64 -d | tail -c 32 >> key.der
                sed '/^$/,$d' \(checkpoint) > text
                grep '^— ' \(checkpoint) | \(ownLine) | cut -d ' ' -f 3 | base64 -d | tail -c 64 > signature
                openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in text -sigfile signature

            The leaf hash of one record. Its `.tlog-proof` connects it with the root in that checkpoint (RFC 9162, 2.1.3.2):

                (printf '\\000'; cat \(record).record) | openssl dgst -sha256
            \(claimed.byHand)

            \(claimed.drawing)

            ## What is in it

            | | |
            |---|---|
            \(rows)

            ## What it cannot prove

            \(EvidenceLimits(bundle).sentences.map { "- " + $0 }.joined(separator: "\n"))

            """
    }

    private var rows: String {
        var rows = [
            ("`claim.json`", "the claim and its entry"),
            ("`checkpoints/`", "signed tree heads of the ledger, and proofs that each extends the previous one"),
        ]
        rows += claimed.contents
        if !bundle.withheld.isEmpty {
            rows.append(
                (
                    "`records/*.stated`, `.leaf`",
                    "autopicks recorded with skipped players of another seat's queue: the hash of the record, which its "
                        + "proof connects with the root, and a statement of its other content, which is not proven"
                ))
        }
        rows.append(("`VERDICT.md`, `verdict.json`", "the verdict of the rules"))
        rows.append(("`policy`", "a suggested policy; use your own"))
        return rows.map { "| \($0.0) | \($0.1) |" }.joined(separator: "\n")
    }

    private var foundersText: String {
        guard !founders.isEmpty else { return "" }
        return
            " Three founders appointed the staff; the lines name their keys as recorded in this ledger. Obtain these keys "
            + "independently, too, or omit the lines if you cannot."
    }

    private var founderLines: String {
        founders.map { "\n    echo 'founder \($0.key.bytes.hexadecimal)' >> my-policy" }.joined()
    }

    /// The key's own line is the first, unless the key was changed with this checkpoint.
    private var ownLine: String {
        let index = bundle.latest.note.signatures.firstIndex { $0.names(key) } ?? 0
        return index == 0 ? "head -1" : "sed -n \(index + 1)p"
    }

    private static func name(_ key: VerifierKey) -> String { "`\(key.name)+\(key.id)`" }

    // MARK: Former keys

    private func formerLines(_ line: (FormerKey) -> String) -> String { formerKeys.map(line).joined() }

    /// Instructions for checkpoints from before a change of the key.
    private var formerSection: String {
        guard !formerKeys.isEmpty else { return "" }
        let rows = bundle.checkpoints.map { checkpoint in
            let former = formerKeys.first { $0.hasSigned(checkpoint) }
            let signer =
                checkpoint.note.signatures.contains { $0.names(key) }
                ? Self.name(key) : former.map { "`\($0)`" } ?? ""
            return "| `\(EvidenceBundle.checkpointFile(checkpoint))` | \(signer) |"
        }
        return """

            The ledger has changed its key since the earliest checkpoint in this bundle:

            | checkpoint | signed by |
            |---|---|
            \(rows.joined(separator: "\n"))

            Obtain \(formerKeys.count == 1 ? "the former key" : "the former keys") from the \
            same source, and set \(formerKeys.count == 1 ? "it" : "them") before you continue: the commands below use all keys. \
            `draftledger key follow` proves that a former key was replaced by the one above.
            \(formerLines { "\n    \($0.variable)='\(Self.quoted("\($0)"))+…'" })

            """
    }
}

/// The instructions that only claims of one kind need.
struct VerifyText {
    /// Further manual checks, or an empty text.
    var byHand: String
    /// How to recompute the draws.
    var drawing: String
    /// The folders of the bundle and their content.
    var contents: [(String, String)]

    static let schema = "`schema.xml` (FIX SBE) describes their encoding"
    static let anchors = (
        "`anchors/`", "earlier roots that signers had observed, each with a proof that the ledger extends it"
    )
    /// How `OrderDraw` and `PodDraw` shuffle by their key.
    static let shuffle = """
        Number c of the draw, from 0, is the first 8 bytes of HMAC-SHA256 of c with that key. The shuffle goes from the \
        last place n down to the second. It swaps place n with the place at index number mod n, from 0. A number of n times \
        floor(2^64 / n) or more is skipped.
        """
}

/// A former key of the ledger that signed checkpoints of a bundle, as a signature line names it. Readers must obtain the
/// key itself elsewhere.
struct FormerKey: CustomStringConvertible {
    let name: KeyName
    let id: Merkle.KeyID

    /// How the key's text begins.
    var description: String { "\(name)+\(id)" }

    /// The shell variable that holds the key in the instructions.
    var variable: String { "FORMER_\(id)" }

    func hasSigned(_ checkpoint: SignedCheckpoint) -> Bool {
        checkpoint.note.signatures.contains { $0.name == name && $0.keyID == id }
    }

    /// The keys of the checkpoints that the ledger's key has not signed, the oldest first.
    static func all(in bundle: EvidenceBundle, but key: VerifierKey) -> [FormerKey] {
        var keys: [FormerKey] = []
        for checkpoint in bundle.checkpoints.reversed() {
            let lines = checkpoint.note.signatures
            guard !lines.contains(where: { $0.names(key) }), !keys.contains(where: { $0.hasSigned(checkpoint) }),
                // Of two signers, the former key signs first.
                let first = lines.first(where: { $0.name == key.name })
            else { continue }
            keys.insert(FormerKey(name: first.name, id: first.keyID), at: 0)
        }
        return keys
    }
}
