import Records

/// The rules that an audit checks, by the names under which findings carry them.
public enum AuditRule: String, Sendable, CaseIterable, Codable {
    /// The ledger against itself: positions, versions, links, times, records, hashes.
    case storage
    /// An event stands in a stream of its kind.
    case stream
    /// Nothing of a private queue stands in a room's public stream.
    case privacy
    /// One seat a user, seats of the room only, entries numbered by the room's joins, no change once full.
    case membership
    /// The order is the one that the secret draws, and the secret is the one that was committed to.
    case draw
    /// Only what the room's status allows happens.
    case status
    /// A pick has the next number, and its slot and seat are whose turn it is.
    case turn
    /// A player is in the pool, and not drafted yet.
    case player
    /// Every event follows from a command, but for steps and ticks of the clock and counts of refusals; and a command's
    /// events stand next to one another.
    case cause
    /// Nothing is recorded before it has arrived, or long after.
    case arrival
    /// Clocks follow one another, run in full, and decide who is in time.
    case clock
    /// A pick that the rules made is the pick that the rules make.
    case autopick
    /// A draft is complete with all its picks, and says how many events it took.
    case completion
    /// A past pick is put right by one who asks and another who approves, for an available player.
    case correction
    /// A refused command had to be refused, with this code.
    case refusal
    /// Refusals are only counted if a number of them is recorded individually.
    case flood
    /// One id, one command.
    case idempotency
    /// The events carry the fingerprint of the command that they follow from.
    case fingerprint
    /// The rules would have decided the command so.
    case decision
    /// No account that must cover is below zero, and all together hold nothing.
    case balance
    /// A fee, a withdrawal or a deposit begins once and ends at most once, by the same amount.
    case hold
    /// A seat goes with its entry's fee, a start with the posting, an end with what goes back.
    case fee
    /// A contest's prizes are those of its table, and its books close at zero.
    case contest
    /// A ledger that follows another one begins with what that one ended with, and nothing follows the end of a closed one.
    case season
    /// Decisions have no conflict of interest: disputes, adjustments, voided rooms.
    case authority
    /// A signature is its sender's own, under the command on record; and none that is was refused. See `SignatureAudit`.
    case signature
}
