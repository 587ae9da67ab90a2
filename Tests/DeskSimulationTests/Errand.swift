import Draft
import Records

@testable import DraftLedger  // what can be taken back

/// A command of somebody's in a simulation, which is sent until its outcome is known, and some time again.
///
/// Unchecked because a simulation has one thread.
final class Errand: CustomStringConvertible, @unchecked Sendable {
    /// An outcome that stands for ever.
    enum Known: Equatable {
        case accepted([UInt64])
        case refused(RefusalCode, at: UInt64)
    }

    /// What the events of a command are found by.
    struct Key: Hashable {
        var actor: UInt64
        var id: CommandID
        var fingerprint: UInt32

        init(_ origin: CommandOrigin) {
            (actor, id, fingerprint) = (origin.actor.rawValue, origin.commandID, origin.fingerprint)
        }
    }

    /// One sending of it. Unchecked for the same reason.
    final class Attempt: @unchecked Sendable {
        let errand: Errand
        let service: Service
        /// How often the desk had been at work.
        let rounds: Int
        let cancellation = Cancellation()
        var isOver = false
        var isTakenBack = false

        init(_ errand: Errand, at service: Service) {
            (self.errand, self.service, rounds) = (errand, service, service.rounds)
        }
    }

    let number: Int
    let command: Command
    let actor: Sender
    let id: CommandID
    let fingerprint: UInt32
    let byteCount: Int
    /// When it arrived; nil for when it is sent.
    var arrival: Timestamp?
    /// After which time, in microseconds, the sender takes it back; nil for never.
    var patience: Int64?
    /// Whom alone it is sent to; nil for whoever serves.
    var home: Service?
    /// Whether it goes on after the first failure.
    var isPersistent = true
    /// Whether another command had the id before.
    var repeatsAnID = false
    /// Told of the first outcome, whatever it is; nil for a failure that nobody tries again after.
    var whenOver: ((Outcome?) throws -> Void)?

    var attempts: [Attempt] = []
    var known: Known?
    /// Whether somebody waited for its answer when a process ended.
    var hasLostAnswer = false
    /// The same, and whether its events were durable when the next one began; nil where no answer was lost.
    private(set) var lostAnswer: (isDurable: Bool, attempts: Int)?

    init(_ number: Int, _ command: Command, as actor: Sender, id: CommandID) {
        (self.number, self.command, self.actor, self.id) = (number, command, actor, id)
        (fingerprint, byteCount) = command.measuredFingerprint
    }

    func origin(at moment: Timestamp) -> CommandOrigin {
        CommandOrigin(occurredAt: moment, actor: actor, commandID: id, fingerprint: fingerprint)
    }

    var key: Key { Key(origin(at: Timestamp(microseconds: 0))) }

    /// Whether the same outcome is to be had each time that it is sent: not of a tick, whose event has no room for an id,
    /// nor of one whose id is another's, which is refused each time anew.
    var isRepeatable: Bool {
        if case .room(_, .tickClock) = command { false } else { !repeatsAnID }
    }

    var description: String { "errand \(number) of \(actor), \(command)" }

    /// Learns, when a process begins, whether what nobody was told of has happened.
    func learn(from history: History) {
        guard hasLostAnswer, known == nil else { return }
        hasLostAnswer = false
        lostAnswer = (history.places[key] != nil, attempts.count)
    }

    /// Whether somebody still waits for an answer.
    var isOpen: Bool { attempts.contains { !$0.isOver && $0.service.isAlive } }
}
