import Draft
import DraftLedger
import Records
import TextFormats

extension ScoreHistory {
    func documents(in bundle: EvidenceBundle) -> [(name: String, bytes: [UInt8])] {
        [
            (EvidenceDocuments.verdictFile, bundle.tellingWithheld(in: report.json)),
            ("VERDICT.md", Array(ScoreVerdict(self, bundle).text.utf8)),
        ]
    }

    var conditions: [String] { remarks }

    func verifyText(in bundle: EvidenceBundle) -> VerifyText {
        VerifyText(
            byHand: report.draws.map(Self.commitmentText).joined(),
            drawing: report.draws.isEmpty ? Self.firstRound : Self.drawing,
            records:
                "every record of the contest, of the season and of the drafts in which the pod's entries were drafted, the "
                + "players of the pool, and the staff with their keys and approved requests, as far as they affect the claim"
        )
    }

    /// How to check that a draw was fixed before the entries were known.
    private static func commitmentText(_ draw: ScoreReport.Draw) -> String {
        let stated = draw.committedAt.map {
            "which the contest had committed to at position \($0): \(draw.commitment?.hexadecimal ?? "")"
        }
        return """

            The SHA-256 of the secret that drew the pods of round \(draw.round), \
            \(stated ?? "which the contest had not committed to"):

                echo \(draw.secret.hexadecimal) | xxd -r -p | openssl dgst -sha256

            """
    }

    private static let firstRound = "The pods of the first round are the draft rooms: there is no draw."

    private static let drawing = """
        `verify.py` recomputes the pods from the contest's records alone and prints the entry's pod. \
        `ContestRoundsSet` states the SHA-256 of the second round's secret. Before rules 8 `EntriesClosed` states it, and in \
        a contest that was closed before there were draws, the first `RoundClosed`. `PodsDrawn` states the secret itself, \
        which is the SHA-256 of the next round's secret. The entries are those whose place in `RoundClosed` advances by \
        `ContestRoundsSet`. The key is HMAC-SHA256, with the secret, of the contest's number, the round's and the numbers of \
        these entries, ascending, 64 bits each and big-endian. Then follows the XOR of the members' bytes (`entropy`) that \
        the standings of the first round state. \(VerifyText.shuffle) The places are then dealt into pods in order: as few \
        pods as the size in `ContestRoundsSet` allows. If the entries do not divide evenly, the first pods have one entry more.
        """
}
