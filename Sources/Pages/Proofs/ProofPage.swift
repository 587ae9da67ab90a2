import Draft
import DraftLedger
package import Merkle
import Records
package import TextFormats

/// The whole answer to `proof verify`: whether one record is in the log at one position, as somebody trusted has signed.
package struct ProofPage: Page {
    /// The origin of the record that was compared with the proof.
    package enum Source: String {
        case file = "the given file"
        case proof = "the proof's own extra line"
        case ledger = "the ledger"
    }

    /// The source of trust that the checkpoint was compared with.
    package enum Trust: String {
        case key = "the given key"
        case policy = "the given policy"
        case ledger = "the ledger's own key"
    }

    private let file: String
    private let proof: ProofFile?
    private let record: [UInt8]
    private let source: Source?
    private let trust: Trust
    /// The signed checkpoint of the log and its witnesses; nil if the proof is not valid.
    private let verified: VerifiedCheckpoint?
    /// Why the proof is not right.
    private let failure: String?

    /// Verifies a proof.
    ///
    /// - Parameters:
    ///   - file: what it is called.
    ///   - record: the record that it is to be about, and where that came from.
    ///   - trust: who is believed.
    package init(
        _ file: String, _ proof: ProofFile, of record: (bytes: [UInt8], source: Source),
        by trust: (policy: TrustPolicy, trust: Trust)
    ) {
        self.file = file
        self.proof = proof
        self.record = record.bytes
        source = record.source
        self.trust = trust.trust
        do {
            verified = try proof.verify(record: record.bytes, policy: trust.policy)
            failure = nil
        } catch {
            verified = nil
            failure = "\(error)"
        }
    }

    /// The reason why nothing can be verified.
    package init(_ file: String, failure: String, by trust: Trust) {
        self.file = file
        self.failure = failure
        self.trust = trust
        (proof, record, source, verified) = (nil, [], nil, nil)
    }

    package var isRight: Bool { verified != nil }

    /// The content of the record, to identify it.
    private var event: RecordedEvent? {
        guard isRight, let proof else { return nil }
        // A record of a newer version is proven all the same; it cannot be told here.
        return record.withUnsafeBytes { try? RecordedEvent(record: $0, position: proof.index) }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let verdict =
            isRight
            ? StyledText("The proof is valid.", .colored(.runningBack, bold: true))
            : StyledText("The proof is not valid: ", .alarm) + StyledText(failure ?? "")
        guard let proof else { return [verdict] }
        let checkpoint = proof.checkpoint.unverified
        var facts = [
            ("position", Figures.grouped(proof.index)),
            ("record", "\(Figures.grouped(record.count)) bytes, from \(source?.rawValue ?? "nowhere")"),
            ("ledger", checkpoint.origin), ("events", Figures.grouped(checkpoint.size)),
            ("root", checkpoint.root.base64),
            ("trusted", trust.rawValue),
        ]
        if let verified, !verified.cosignatures.isEmpty {
            facts.append(("cosigned", verified.cosignatures.map(\.key.name.text).joined(separator: ", ")))
        }
        if let event {
            facts.append(("says", "\(event.event.type.name) in \(event.stream), recorded \(event.recordedAt.iso8601)"))
        }
        return [verdict, .empty] + facts.map { StyledText($0.0.rightPadded(to: 10), .dim) + StyledText($0.1) }
    }

    /// `{"ok","file","position","size","root","origin","trusted","record","cosigned","type","stream","recordedAt","failure"}`
    package var json: JSON {
        let checkpoint = proof?.checkpoint.unverified
        return [
            "ok": .of(isRight), "file": .of(file), "position": .of(proof?.index), "size": .of(checkpoint?.size),
            "root": .of(checkpoint?.root.base64), "origin": .of(checkpoint?.origin), "trusted": .of("\(trust)"),
            "record": .of(source.map { "\($0)" }), "cosigned": .of(verified?.cosignatures.map(\.key.name.text) ?? []),
            "type": .of(event?.event.type.name), "stream": .of(event?.stream.description),
            "recordedAt": .of(event?.recordedAt), "failure": .of(failure),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            [
                "ok", "file", "position", "size", "root", "origin", "trusted", "record", "cosigned", "type", "stream",
                "recordedAt", "failure",
            ], objects: [json])
    }
}
