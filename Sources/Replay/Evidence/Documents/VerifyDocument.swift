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

    private var origin: String { HTML.plain(bundle.claim.origin) }

    var text: String {
        let first = bundle.records.first?.position ?? 0
        // The name that `evidence create` chooses.
        let file = bundle.claim.fileName
        let folder = String(file.dropLast(".tar".count))
        return """
            # How to check this bundle

            This bundle is about \(HTML.plain(bundle.claim.words)). The checks below require trust in the holder of one key \
            only: the verifier key of \(origin), whose id is \(Self.name(key)). It is not printed here on purpose. Obtain it \
            from an official source of \(origin), compare its id, and replace KEY below. If you know witnesses that cosign its \
            checkpoints, name them in your policy.
            \(formerSection)
            ## With draftledger

            Write a policy (C2SP tlog-policy) with the key that you obtained. The command then checks and replays the bundle. \
            You do not need the ledger. A receipt or a proof that you hold yourself goes in with `--held FILE`: the bundle is \
            incomplete if it lacks that record.\(foundersText)

                echo 'log KEY' > my-policy\(formerLines { "\n    echo \"log $\($0.variable)\" >> my-policy" })\(founderLines)
                echo 'quorum none' >> my-policy
                draftledger evidence verify \(file) --policy my-policy

            ## With Python and OpenSSL only

            Read `verify.py` first. It checks the signatures, that every record is at its position in the signed tree, that no \
            event in between is missing, and that no history ends before other records say so. Of a pick, it decodes the \
            disputed turn and decides again whether each attempt was in time. It prints what it did not check. The exit status \
            is 0 if its own result confirms the verdict, 1 if something is wrong or missing, and 2 if the records are genuine \
            and the verdict rests on more than it checks.

                mkdir \(folder) && tar xf \(file) -C \(folder) && cd \(folder)
                python3 verify.py --key 'KEY'\(formerLines { " --key \"$\($0.variable)\"" })

            ## By hand

            The signature of the checkpoint that covers everything here:

                printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000' > key.der
                echo 'KEY' | sed 's/^[^+]*+[^+]*+//' | base64 -d | tail -c 32 >> key.der
                sed '/^$/,$d' checkpoint > text
                grep '^— ' checkpoint | \(ownLine) | cut -d ' ' -f 3 | base64 -d | tail -c 64 > signature
                openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in text -sigfile signature

            The leaf hash of the first record, position \(first), which `proof.txt` connects with the root in the checkpoint:

                length=$(tail -c +33 records.bin | head -c 4 | od -An -tu4 | tr -d ' ')
                (printf '\\000'; tail -c +\(Self.firstRecord(of: bundle)) records.bin | head -c $length) | openssl dgst -sha256

            `proof.txt` has the hashes in the order of a walk from the root: the left half of a range (RFC 9162, 2.1) before the \
            right one, and one hash for each largest range without a record of the bundle.
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

    /// The place of the first record's bytes, counted from 1 as `tail` does: after the first line and the record's head.
    private static func firstRecord(of bundle: EvidenceBundle) -> Int {
        RecordsFile.bytes(of: []).count + RecordsFile.headLength + 1
            + (bundle.records.first?.withheldLeaf?.bytes.count ?? 0)
    }

    private var rows: String {
        var rows = [
            ("`claim.json`", "the claim and its entry"),
            ("`checkpoint`", "the signed tree head that covers everything here"),
            ("`records.bin`", claimed.records + "; `schema.xml` (FIX SBE) describes their encoding"),
            ("`proof.txt`", "one proof that all records are in the tree"),
        ]
        if bundle.ends != nil {
            rows.append(
                (
                    "`\(HistoryEnds.file)`",
                    "where each history ends, signed by the operator with the key of the checkpoint"
                ))
        }
        if !bundle.earlier.isEmpty {
            rows.append(
                (
                    "`earlier.txt`",
                    "earlier checkpoints, and earlier roots that signers had observed, each with a proof that the ledger extends "
                        + "it"
                ))
        }
        if let details = claimed.details {
            rows.append(("`records.csv`", "the same records without those of the pool, readable"))
            rows.append(("`details.json`", details))
        }
        if !bundle.withheld.isEmpty {
            rows.append(
                (
                    "stated records",
                    "autopicks recorded with skipped players of another seat's queue: `records.bin` has the hash of the record, "
                        + "which is proven, and a statement of its other content, which is not"
                ))
        }
        rows.append(("`VERDICT.md`, `verdict.json`", "the verdict of the rules, which follows from the records"))
        return rows.map { "| \($0.0) | \($0.1) |" }.joined(separator: "\n")
    }

    private var foundersText: String {
        guard !founders.isEmpty else { return "" }
        return
            " Three founders appointed the staff. Obtain their keys independently, too, or omit their lines if you cannot."
    }

    private var founderLines: String {
        founders.indices.map { "\n    echo 'founder FOUNDER-KEY-\($0 + 1)' >> my-policy" }.joined()
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
            return "| \(checkpoint.unverified.size) events | \(signer) |"
        }
        return """

            The ledger has changed its key since the earliest checkpoint in this bundle:

            | checkpoint | signed by |
            |---|---|
            \(rows.joined(separator: "\n"))

            Obtain \(formerKeys.count == 1 ? "the former key" : "the former keys") from the \
            same source, and set \(formerKeys.count == 1 ? "it" : "them") before you continue: the commands below use all keys. \
            `draftledger key follow` proves that a former key was replaced by the one above.
            \(formerLines { "\n    \($0.variable)='KEY-\($0.id)'" })

            """
    }
}

/// The instructions that only claims of one kind need.
struct VerifyText {
    /// Further manual checks, or an empty text.
    var byHand: String
    /// How to recompute the draws.
    var drawing: String
    /// The records of the bundle.
    var records: String
    /// The content of `details.json`; nil in a bundle without it.
    var details: String?

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
