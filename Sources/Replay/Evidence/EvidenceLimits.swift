import Draft
import Merkle
import Records

/// The limits of a bundle: facts that it cannot prove. The bundle and its verification list them.
struct EvidenceLimits {
    private let bundle: EvidenceBundle

    init(_ bundle: EvidenceBundle) { self.bundle = bundle }

    var sentences: [String] {
        var sentences = bundle.claim.week == nil ? ofPick : ofWeek
        sentences.append(
            "That the ledger was not forked, unless witnesses or clients compare its checkpoints.")
        if !bundle.withheld.isEmpty {
            sentences.append(
                "The picked players and times at the \(bundle.withheld.count) positions that are stated, not shown: these "
                    + "records contain another seat's queue. Their place in the tree is proven, their content is the operator's "
                    + "statement; the bundle of that seat shows them.")
        }
        if hasKeys {
            sentences.append(
                "That the first key of a member came from that member: it is only self-signed. The owner of the device can "
                    + "compare `keys/statement.json` with it.")
        }
        if bundle.checkpoints.count == 1 {
            let matter = bundle.claim.week == nil ? "the pick was made" : "the week was settled"
            sentences.append(
                "That the history was the same when \(matter): no checkpoint of that time was published.")
        }
        return sentences
    }

    private var ofPick: [String] {
        [
            "The time on the client's clock, and the time at which the user touched the screen.",
            "The delays on the network before a command reached the server.",
            "That the recorded time of receipt is honest, except within the bounds of receipts and the times of "
                + "witnesses.",
            "That no command arrived without being recorded: only a receipt for it could show that.",
            end,
            "That the autopicks of other seats followed their queues: these queues are private and not in the bundle.",
            "That two user numbers are two people, or one.",
            "That a user sent the commands under the user's number, if the contest did not require signatures.",
            "That the operator did not know the draft order before the first member joined, if members added no entropy.",
            "That no member joined, or withheld sealed entropy, to change the order together with the operator.",
        ]
    }

    private var ofWeek: [String] {
        [
            "That a source reported the games correctly.",
            "That the time of a record is honest, except within the times of witnesses: it decides if a correction counts.",
            end,
            "That the picks of the drafts kept the rules and were made by the stated members: a bundle about the pick "
                + "shows that.",
            "That the entries of a later round were the best of their earlier pods. The contest's records state it; a "
                + "bundle about a week of the earlier pod shows it.",
            "The text of a reason if the record has only its digest: the text is stored outside the log.",
            "That two user numbers are two people, or one.",
            "That the operator kept the secrets of the draws to itself. It knows them since entries closed, but they do "
                + "not determine the pods until a round closes.",
        ]
    }

    private var end: String {
        guard bundle.ends != nil else {
            return
                "That no later event exists, such as a correction, a payment or a step of a case, where no record states the "
                + "end of a history. The bundle does not state where its histories end."
        }
        return
            "That the operator's signed statement of where the histories end is true. The ledger, a receipt or a proof of a "
            + "later record refutes a false one, and then the statement shows who made it."
    }

    private var hasKeys: Bool {
        bundle.records.contains { record in
            // An unreadable record counts as having no key; other checks report it.
            record.section == .keys && (try? record.decoded())?.event.isAboutDeviceKeys == true
        }
    }
}
