import Draft
import DraftLedger
import Records
import TextFormats

extension ScoreHistory {
    func documents(in bundle: EvidenceBundle) -> [(name: String, bytes: [UInt8])] {
        [
            ("verdict.json", bundle.tellingWithheld(in: report.json)),
            ("VERDICT.md", Array(ScoreVerdict(self, bundle).text.utf8)),
        ]
    }

    func verifyText(in bundle: EvidenceBundle) -> VerifyText {
        VerifyText(
            byHand: report.draws.map(Self.commitmentText).joined(),
            drawing: report.draws.isEmpty ? Self.firstRound : Self.drawing, contents: contents)
    }

    /// How to see that a draw was fixed before anybody knew who would play.
    private static func commitmentText(_ draw: ScoreReport.Draw) -> String {
        let stated = draw.committedAt.map {
            "which the contest had committed to at position \($0): \(draw.commitment?.hexadecimal ?? "")"
        }
        return """

            The SHA-256 of the secret by which the pods of round \(draw.round) were drawn, \
            \(stated ?? "to which the contest had not committed"):

                echo \(draw.secret.hexadecimal) | xxd -r -p | openssl dgst -sha256

            """
    }

    private static let firstRound = "The pods of the first round are the rooms that drafted: nothing is drawn."

    private static let drawing = """
        `verify.py` draws the pods once more, from the records in `contest/` alone, and says who is in the entry's. \
        `EntriesClosed` states the SHA-256 of the second round's secret (in a contest that was closed before there were \
        draws, the first `RoundClosed` does), `PodsDrawn` the secret itself, which is the SHA-256 of the next round's. Who \
        plays is whose place in `RoundClosed` is among those that go on by `ContestRoundsSet`. The key is HMAC-SHA256, by \
        the secret, of the contest's number, the round's and the numbers of these entries, ascending, 64 bits each and \
        big-endian. \(VerifyText.shuffle) From the first place on the pods are dealt out: as many as it takes so that none is \
        larger than `ContestRoundsSet` says, and of these the first ones one entry larger where it does not come out even.
        """

    private var contents: [(String, String)] {
        [
            (
                "`records/`",
                "every record of the drafts in which the pod's entries were drafted, with proofs; \(VerifyText.schema)"
            ),
            ("`pool/`", "the players that could be picked"),
            (
                "`contest/`",
                "every record of the contest: its rounds and scoring, when entries closed, its draws, and the standings of "
                    + "each round that is closed"
            ),
            (
                "`season/`",
                "every record of the season: who scored what in which week, each correction, and when a week became final"
            ),
            (
                "`keys/`, `authority/`",
                "who acts for the house, by which keys, and what two of them agreed on, as far as the claim rests on it"
            ),
            VerifyText.anchors,
        ]
    }
}
