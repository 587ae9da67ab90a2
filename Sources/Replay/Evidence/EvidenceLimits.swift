import Draft
import Merkle
import Records

/// What a bundle cannot prove, said plainly: in the bundle itself, and by who verifies it.
struct EvidenceLimits {
    private let bundle: EvidenceBundle

    init(_ bundle: EvidenceBundle) { self.bundle = bundle }

    var sentences: [String] {
        var sentences = bundle.claim.week == nil ? ofPick : ofWeek
        sentences.append(
            "That the ledger was not forked, as long as no witness and no client compares its checkpoints.")
        if !bundle.withheld.isEmpty {
            sentences.append(
                "Who was picked at the \(bundle.withheld.count) positions that are stated and not shown, and when: another "
                    + "seat's queue stands in those records. That they are in the tree is proven, what they say is the "
                    + "house's word; the seat's own bundle shows them.")
        }
        if hasKeys {
            sentences.append(
                "That the first key of a member came from that member: it vouches for itself. Who holds the device can "
                    + "compare `keys/statement.json` with it.")
        }
        if bundle.checkpoints.count == 1 {
            let matter = bundle.claim.week == nil ? "the pick was made" : "the week was settled"
            sentences.append(
                "That the history was already so when \(matter): no checkpoint of the time was published.")
        }
        return sentences
    }

    private var ofPick: [String] {
        [
            "What the client's clock showed, and when a finger touched the screen.",
            "What happened on the network before a command reached the system.",
            "That the time at which a command was received is honest, beyond what receipts and the times of witnesses "
                + "bound.",
            "That a command arrived which is in no record: a receipt for it would show that, and nothing in here can.",
            "That no event came after the last one of each history here, unless the draft's end states the count; nor "
                + "what followed in a case.",
            "That no further movement of the entry's money is left out: of the claimant's wallet this is an extract, "
                + "and the rest is private.",
            "That picks which the rules made for other seats followed their queues: those are private and not in here.",
            "That two numbers are two people, or that many are one; and that a user sent what stands under the own "
                + "number, where the contest did not ask for signatures.",
            "That the house did not know the order of the draft before anybody joined, where members brought nothing "
                + "of their own into it; and that nobody joined, or held back what was sealed for the draw, to have another "
                + "order together with the house.",
        ]
    }

    private var ofWeek: [String] {
        [
            "That a source told the truth of a game.",
            "That the time of a record is honest, beyond what the times of witnesses bound: by it corrections count or not.",
            "That no event came after the last one of each history here, such as another correction of a score or of a "
                + "pick.",
            "That the picks of the drafts kept the rules, and that who is said to have made one has made it: a bundle about "
                + "the pick shows that.",
            "That whoever came into a later round was the best of the pod before: the contest's records say so, and a "
                + "bundle about a week of that pod shows it.",
            "What was said where a record has the digest of a reason alone: the words are kept beside the ledger.",
            "That two numbers are two people, or that many are one.",
            "That the house, which knows the secrets of the draws when entries close, told them to nobody: until a round "
                + "closes they say nothing of who plays whom.",
        ]
    }

    private var hasKeys: Bool {
        bundle.records.contains { record in
            // What cannot be read has no key; that it cannot, other checks tell.
            record.section == .keys && (try? record.decoded())?.event.isAboutDeviceKeys == true
        }
    }
}
