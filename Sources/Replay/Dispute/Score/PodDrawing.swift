import Draft
import DraftLedger

/// The draw of a round's pods: the recorded draw, and its recomputation from the recorded inputs.
struct PodDrawing {
    /// From 2.
    let round: Int
    /// The records of the draw.
    private(set) var positions: [UInt64]
    let secret: Digest256
    /// The contest's commitment, or nil.
    let commitment: Commitment?
    /// The entries by the standings of the previous round, ascending.
    let entrants: [EntryID]
    /// The members' bytes, as the standings of the first round state them; nil in older contests.
    let entropy: Digest256?
    /// In the order on record, pod after pod.
    let drawn: [EntryID]
    /// The entries of each pod, as places of `drawn`.
    let pods: [Range<Int>]

    /// The commitment to a secret, by the record that states it.
    struct Commitment {
        let digest: Digest256
        let position: UInt64
    }

    /// Of the entries in the order of the draw; nil where it is the one on record.
    ///
    /// - Complexity: one HMAC for each entry.
    func difference(in contest: TournamentID) -> (place: Int, onRecord: EntryID?, drawnAgain: EntryID?)? {
        let again = PodDraw.order(
            secret: secret, tournament: contest, round: UInt8(clamping: round), entrants: entrants, entropy: entropy,
            cryptography: Self.hashing)
        guard again != drawn else { return nil }
        let place = zip(again, drawn).enumerated().first { $1.0 != $1.1 }?.offset ?? min(again.count, drawn.count)
        return (
            place + 1, place < drawn.count ? drawn[place] : nil, place < again.count ? again[place] : nil
        )
    }

    var isCommitted: Bool { commitment?.digest == Self.hashing.sha256(secret.bytes) }

    /// The pod of an entry, from 1; nil where it is in none.
    func pod(of entry: EntryID) -> Int? {
        pods.firstIndex { drawn[$0].contains(entry) }.map { $0 + 1 }
    }

    /// Of the rules no secret is asked, but what is on record.
    private static let hashing = LedgerCryptography(drawMaster: [])

    // MARK: Gathering

    /// The draws of a contest up to a round, in order.
    ///
    /// - Parameters:
    ///   - contest: as the history leaves it.
    ///   - history: the contest's.
    ///   - last: the round, from 1.
    static func all(of contest: TournamentState, _ history: [RecordedEvent], through last: Int) -> [PodDrawing] {
        guard let rounds = contest.rounds?.rounds else { return [] }
        var drawings: [PodDrawing] = []
        var commitment: Commitment?
        var hasStandings = false
        func commit(to digest: Digest256?, _ recorded: RecordedEvent) {
            // With the standings, a secret determines the pods.
            guard !hasStandings, commitment == nil else { return }
            commitment = digest.map { Commitment(digest: $0, position: recorded.position) }
        }
        for recorded in history {
            if case .rounds(let set) = recorded.event.contest {
                commit(to: set.podCommitment, recorded)
            } else if case .closed(let closed) = recorded.event.contest {
                commit(to: closed.podCommitment, recorded)
            } else if case .played(let closed) = recorded.event.contest {
                commit(to: closed.podCommitment, recorded)
                hasStandings = true
            } else if case .pods(let drawn) = recorded.event.contest {
                let round = Int(drawn.round)
                if let last = drawings.indices.last, drawings[last].round == round {
                    drawings[last].positions.append(recorded.position)
                }
                guard round == drawings.count + 2, round <= last, round <= contest.played.count, round <= rounds.count
                else { continue }
                let played = contest.played[round - 1]
                drawings.append(
                    PodDrawing(
                        round: round, positions: [recorded.position], secret: drawn.secret, commitment: commitment,
                        entrants: contest.played[round - 2].advancing(rounds[round - 2]),
                        entropy: contest.played[0].entropy, drawn: played.drawn,
                        pods: played.drawnPods(podSize: rounds[round - 1].podSize)))
                commitment = Commitment(digest: drawn.secret, position: recorded.position)
            }
        }
        return drawings
    }
}
