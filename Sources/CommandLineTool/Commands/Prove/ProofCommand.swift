import ArgumentParser
import DraftLedger
import Merkle
import Pages
import ToolSupport

struct ProofCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proof", abstract: "Create and verify proofs.",
        discussion: """
            EXAMPLE:
              draftledger proof create 991 -o 991.tlog-proof
              draftledger proof record 991 -o 991.record
              draftledger proof verify 991.tlog-proof --record 991.record --verifier-key KEY
            """,
        subcommands: [
            ProofCreateCommand.self, ProofVerifyCommand.self, ProofConsistencyCommand.self, ProofRecordCommand.self,
        ])
}

struct ProofVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify that a record is in the signed log.",
        discussion: """
            The record comes from --record, else from the extra line of the proof, else from the ledger at the \
            position of the proof. --verifier-key is the key of the log from a source that you trust; --policy can \
            also name witnesses. Without either, the ledger's own key is used, which proves nothing to a third party. \
            With --record and one of them no ledger is needed. The exit status is 1 if the proof is not valid.

            EXAMPLE:
              draftledger proof verify 991.tlog-proof
              draftledger proof verify 991.tlog-proof --record 991.record --policy my-policy
            """)

    @Argument(help: "The file of the proof.", completion: .file(extensions: ["tlog-proof"])) var file: String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key")) var verifierKey: String?
    @Option(
        help: ArgumentHelp("The trust policy to verify by (C2SP tlog-policy).", valueName: "file"), completion: .file())
    var policy: String?
    @Option(
        help: ArgumentHelp("The file with the record's bytes, from `proof record`.", valueName: "file"),
        completion: .file())
    var record: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if verifierKey != nil, policy != nil {
            throw ValidationError("--verifier-key and --policy exclude each other. Give one of them.")
        }
        for (option, value) in [("--verifier-key", verifierKey), ("--policy", policy), ("--record", record)]
        where value == "" {
            throw ValidationError("\(option) is empty. Name a value, or leave the option out.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let bytes = try SmallFile.read(file, on: console)
        let given = try givenTrust()
        let page: ProofPage
        do {
            page = try self.page(of: try ProofFile(bytes), trusting: given, on: console)
        } catch let error as FormatError {
            page = ProofPage(file, failure: "it is not a proof: \(error)", by: given?.trust ?? .ledger)
        }
        try console.present(page, as: format.format)
        return page.isRight ? .done : .found
    }

    /// Returns the trust policy of the options; nil if no policy is given.
    private func givenTrust() throws -> (policy: TrustPolicy, trust: ProofPage.Trust)? {
        if let verifierKey { return (TrustPolicy(log: try KeyText.read(verifierKey)), .key) }
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
