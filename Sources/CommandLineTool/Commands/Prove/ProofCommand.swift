import ArgumentParser
import DraftLedger
import Merkle
import Pages

struct ProofCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proof", abstract: "Check a proof that somebody handed over.",
        discussion: """
            EXAMPLE:
              draftledger proof verify 991.tlog-proof --record 991.record --key KEY
            """,
        subcommands: [ProofVerifyCommand.self])
}

struct ProofVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check one .tlog-proof: is this record in the signed log?",
        discussion: """
            The record is the one of --record, else what the proof brings in its own extra line, else the ledger's at the \
            proof's position. --key is the log's verifier key from a source of your own; --policy says whom you trust (C2SP \
            tlog-policy), witnesses too. Without either it is checked by the ledger's own key, which is the word of whoever \
            holds the ledger. With --key or --policy and --record no ledger is needed. Exits with 1 where the proof is not \
            right.

            EXAMPLE:
              draftledger proof verify 991.tlog-proof
              draftledger proof verify 991.tlog-proof --record 991.record --policy my-policy
            """)

    @Argument(help: "The proof.", completion: .file(extensions: ["tlog-proof"])) var file: String
    @Option(help: ArgumentHelp("The key that signs the log.", valueName: "key")) var key: String?
    @Option(help: ArgumentHelp("Whom you trust.", valueName: "file"), completion: .file()) var policy: String?
    @Option(
        help: ArgumentHelp("The record's bytes, as `record` writes them.", valueName: "file"), completion: .file())
    var record: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if key != nil, policy != nil { throw ValidationError("--key and --policy both say whom you trust: give one.") }
        for (option, value) in [("--key", key), ("--policy", policy), ("--record", record)] where value == "" {
            throw ValidationError("\(option) is empty: a check by nothing would be none.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let bytes = try SmallFile.read(file, on: console)
        let given = try givenTrust()
        let page: ProofPage
        do {
            page = try self.page(of: try ProofFile(bytes), trusting: given, on: console)
        } catch let error as FormatError {
            page = ProofPage(file, failure: "it is no proof: \(error)", by: given?.trust ?? .ledger)
        }
        try console.present(page, as: format.format)
        return page.isRight ? .done : .found
    }

    /// Whom the options say to trust; nil where they say nothing.
    private func givenTrust() throws -> (policy: TrustPolicy, trust: ProofPage.Trust)? {
        if let key { return (TrustPolicy(log: try VerifierKeyArgument.parse(key)), .key) }
        guard let policy else { return nil }
        do {
            return (try TrustPolicy(try SmallFile.read(policy)), .policy)
        } catch let error as FormatError {
            throw ToolError(.badData, "\(policy) is not a policy: \(error)")
        }
    }

    private func page(
        of proof: ProofFile, trusting given: (policy: TrustPolicy, trust: ProofPage.Trust)?, on console: Console
    ) throws -> ProofPage {
        let brought: (bytes: [UInt8], source: ProofPage.Source)? =
            if let record { (try SmallFile.read(record), .file) } else { proof.extra.map { ($0, .proof) } }
        if let given, let brought { return ProofPage(file, proof, of: brought, by: given) }
        let draft = try ledger.open(console)
        defer { draft.close() }
        let trusted = try given ?? (TrustPolicy(log: try draft.verifierKey(of: proof.checkpoint)), .ledger)
        if let brought { return ProofPage(file, proof, of: brought, by: trusted) }
        guard proof.index < (try draft.size) else {
            let found = "it is about position \(proof.index), and the ledger has \(try draft.size) events"
            return ProofPage(file, failure: found, by: trusted.trust)
        }
        return ProofPage(file, proof, of: (try draft.record(at: proof.index), .ledger), by: trusted)
    }
}
