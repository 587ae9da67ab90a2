import Draft
import Merkle
import Records
import TextFormats

/// Tells an outsider how to check a bundle, with tools that have nothing to do with who made it.
struct VerifyDocument {
    private let bundle: EvidenceBundle
    private let key: VerifierKey
    private let formerKeys: [FormerKey]
    private let claimed: VerifyText
    private let founders: [AuthorityBegan.Founder]

    /// - Parameters:
    ///   - claimed: what only a claim of its kind tells.
    ///   - began: with which authority began; nil where it has not.
    init(_ bundle: EvidenceBundle, by key: VerifierKey, _ claimed: VerifyText, since began: AuthorityBegan?) {
        self.bundle = bundle
        self.key = key
        self.claimed = claimed
        founders = began?.founders ?? []
        formerKeys = FormerKey.all(in: bundle, but: key)
    }

    /// Names come from outside, and these lines are for a terminal and its shell: none may steer the one or end a
    /// quotation in the other.
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

            It is about \(HTML.plain(bundle.claim.words)). Nobody has to be believed for what follows but the holder of one \
            key:

                \(shown)

            Do not take that key from here. Ask for it where you would ask for any official notice of \
            \(origin), and compare. If you know witnesses who cosign its checkpoints, name them in your policy.
            \(formerSection)
            ## With draftledger

            Write a policy (C2SP tlog-policy) with the key you were given, then let the bundle be checked and replayed. No \
            ledger is needed.\(foundersText)

                echo 'log \(text)' > my-policy\(formerLines { "\n    echo \"log $\($0.variable)\" >> my-policy" })\(founderLines)
                echo 'quorum none' >> my-policy
                draftledger evidence verify \(file) --policy my-policy

            ## With Python and OpenSSL only

            `verify.py` is some three hundred lines that you can read first. It checks the signatures, that later \
            checkpoints extend earlier ones, that every record stands at its position in the signed tree, and that no event \
            is missing in between.

                mkdir \(folder) && tar xf \(file) -C \(folder) && cd \(folder)
                python3 verify.py --key '\(text)'\(formerLines { " --key \"$\($0.variable)\"" })

            ## By hand

            The signature of the checkpoint that covers everything here, by the key \(Self.name(key)):

                printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000' > key.der
                echo '\(text)' | sed 's/^[^+]*+[^+]*+//' | base64 -d | tail -c 32 >> key.der
                sed '/^$/,$d' \(checkpoint) > text
                grep '^— ' \(checkpoint) | \(ownLine) | cut -d ' ' -f 3 | base64 -d | tail -c 64 > signature
                openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in text -sigfile signature

            The leaf of one record, which its `.tlog-proof` leads up to the root in that checkpoint (RFC 9162, 2.1.3.2):

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
            ("`claim.json`", "what is claimed, and of which entry"),
            ("`checkpoints/`", "signed heads of the ledger, and the proofs that each extends the one before"),
        ]
        rows += claimed.contents
        if !bundle.withheld.isEmpty {
            rows.append(
                (
                    "`records/*.stated`, `.leaf`",
                    "picks of the rules that were recorded with whom they passed over in another seat's queue: the hash "
                        + "of the record, which its proof leads up to the root, and what is stated of it without that, not "
                        + "shown"
                ))
        }
        rows.append(("`VERDICT.md`, `verdict.json`", "what follows from all that under the rules"))
        rows.append(("`policy`", "a suggestion; your own is what counts"))
        return rows.map { "| \($0.0) | \($0.1) |" }.joined(separator: "\n")
    }

    private var foundersText: String {
        guard !founders.isEmpty else { return "" }
        return
            " Who acts for the house was appointed by three founders; the keys are those that this ledger names. Ask for "
            + "these, too, and leave out the lines if you cannot."
    }

    private var founderLines: String {
        founders.map { "\n    echo 'founder \($0.key.bytes.hexadecimal)' >> my-policy" }.joined()
    }

    /// The key's own line is the first, but where a key has taken over with this very checkpoint.
    private var ownLine: String {
        let index = bundle.latest.note.signatures.firstIndex { $0.names(key) } ?? 0
        return index == 0 ? "head -1" : "sed -n \(index + 1)p"
    }

    private static func name(_ key: VerifierKey) -> String { "`\(key.name)+\(key.id)`" }

    // MARK: Former keys

    private func formerLines(_ line: (FormerKey) -> String) -> String { formerKeys.map(line).joined() }

    /// What to do about checkpoints from before a change of the key.
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

            The ledger has changed its key since the earliest checkpoint in here:

            | checkpoint | signed by |
            |---|---|
            \(rows.joined(separator: "\n"))

            Ask for \(formerKeys.count == 1 ? "the former key" : "the former keys") too, where you asked for the one above, \
            and put \(formerKeys.count == 1 ? "it" : "them") in before you go on: the commands below take all of them. \
            `draftledger key follow` shows that a former key leads to the one above.
            \(formerLines { "\n    \($0.variable)='\(Self.quoted("\($0)"))+…'" })

            """
    }
}

/// What a claim of one kind tells an outsider about checking its bundle, beside what all bundles have.
struct VerifyText {
    /// What else can be checked by hand; empty for nothing.
    var byHand: String
    /// How to make the draws once more.
    var drawing: String
    /// The folders of the bundle, each with what it is there for.
    var contents: [(String, String)]

    static let schema = "`schema.xml` (FIX SBE) tells how to decode them"
    static let anchors = (
        "`anchors/`", "earlier roots that somebody who signed had seen, each with the proof that the ledger extends it"
    )
    /// How `OrderDraw` and `PodDraw` shuffle by their key.
    static let shuffle = """
        Number c of the draw is the first 8 bytes of HMAC-SHA256, by that key, of c, from 0. From the last place down to \
        the second, with n places up to and with it, who stands there changes with the one at number mod n, a number of n \
        times floor(2^64 / n) or more being passed over.
        """
}

/// A key that has signed checkpoints of a bundle and is not the ledger's any more, as a signature line names it: what the
/// key itself is, a reader has to know from elsewhere.
struct FormerKey: CustomStringConvertible {
    let name: KeyName
    let id: Merkle.KeyID

    /// How the key's text begins.
    var description: String { "\(name)+\(id)" }

    /// Under which the commands for outsiders have the key.
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
                // Of two signers the one that was there before stands first.
                let first = lines.first(where: { $0.name == key.name })
            else { continue }
            keys.insert(FormerKey(name: first.name, id: first.keyID), at: 0)
        }
        return keys
    }
}
