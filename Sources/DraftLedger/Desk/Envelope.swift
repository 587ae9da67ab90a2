import Draft
import Synchronization

extension CommandDesk {
    /// A command on its way.
    struct Envelope: Sendable {
        let command: Command
        let origin: CommandOrigin
        /// Why it is turned down, found before anybody decided anything: its signature is wrong.
        var refusal: Refusal?
        /// About how many bytes its content has.
        var byteCount = 0
        /// Whether its sender still wants it; nil where that cannot change.
        var wish: Wish?
        let reply: @Sendable (Result<Outcome, any Error>) -> Void
        /// Its place in the order of arrival.
        var number: UInt64 = 0
        /// How often the ledger had moved on under its decision.
        var attempts = 0
        /// How often it was put aside until what it needs was read.
        var delays = 0
        /// Where it is counted until it is answered.
        var intake: Intake?

        /// Has the sender told what became of the command. Once.
        func answer(_ result: Result<Outcome, any Error>) {
            intake?.release(self)
            reply(result)
        }

        /// Takes the command to decide it for good.
        ///
        /// - Returns: false where the sender has withdrawn it: there is nobody to answer.
        func take() -> Bool {
            if wish?.fulfil() ?? true { return true }
            intake?.release(self)
            return false
        }

        /// Commands under the same key are decided in the order of their arrival: those of a room and of its queues, those
        /// of a user and of its wallet, those of any other stream.
        var lane: UInt64 {
            switch command.anchor {
            case .queue(let room, _): StreamKey.room(room).rawValue
            case .wallet(let user): StreamKey.user(user).rawValue
            case let anchor: anchor.rawValue
            }
        }

        /// Whether it says that a time is over.
        var isExpiry: Bool {
            if case .room(_, .automatePick) = command { true } else { false }
        }
    }
}

extension [CommandDesk.Envelope] {
    /// Who arrived in time is heard before the clock is: among commands that came together, expiries go last.
    var inFairOrder: [CommandDesk.Envelope] {
        guard contains(where: \.isExpiry) else { return self }
        return filter { !$0.isExpiry } + filter(\.isExpiry)
    }
}

/// Whether the sender of a command still wants it, until somebody decides it.
final class Wish: Sendable {
    private enum Stage: UInt8, AtomicRepresentable {
        case open, fulfilled, withdrawn
    }

    private let stage = Atomic<Stage>(.open)

    /// Whether nobody has decided the command, nor taken it back.
    var isOpen: Bool { stage.load(ordering: .acquiring) == .open }

    /// Takes the sender at its word. Again for one that was taken before.
    ///
    /// - Returns: false where it was withdrawn.
    func fulfil() -> Bool {
        let seen = stage.compareExchange(expected: .open, desired: .fulfilled, ordering: .acquiringAndReleasing)
        return seen.original != .withdrawn
    }

    /// Takes the command back.
    ///
    /// - Returns: false where it is too late: it will be answered.
    func withdraw() -> Bool {
        stage.compareExchange(expected: .open, desired: .withdrawn, ordering: .acquiringAndReleasing).exchanged
    }
}
