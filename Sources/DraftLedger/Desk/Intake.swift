import Draft
import Platform

/// What has come in at the desk and waits: commands, what was read for them, and who wants the counts stated. It takes in
/// what fits, and says so where nothing does.
final class Intake: Sendable {
    /// What is there to be done.
    struct Work {
        var commands: [CommandDesk.Envelope] = []
        var deliveries: [StreamLoader.Delivery] = []
        /// Who waits for the counts of refusals to be stated.
        var waitingForCounts: [@Sendable (Bool) -> Void] = []
        /// Whether counts that are due are to be stated by themselves.
        var statesDueCounts = false
        /// What else is to be done at the desk.
        var visits: [@Sendable () -> Void] = []

        var isEmpty: Bool {
            commands.isEmpty && deliveries.isEmpty && waitingForCounts.isEmpty && !statesDueCounts && visits.isEmpty
        }
    }

    private struct State {
        var work = Work()
        /// Whether somebody is at work, or on the way.
        var isStaffed = false
        var isClosing = false
        /// Commands that are not answered yet, and the bytes of their contents.
        var count = 0
        var bytes = 0
        /// The commands of each user among them.
        var ofUser: [Sender: Int] = [:]
        /// Questions that are not answered yet.
        var inquiries = 0
        var nextNumber: UInt64 = 0

        var isIdle: Bool { count == 0 && inquiries == 0 }
    }

    let limits: DeskLimits
    private let state = Guarded(State())

    init(limits: DeskLimits) { self.limits = limits }

    /// How many commands are not answered yet.
    var count: Int { state.withLock { $0.count } }

    /// Takes a command in.
    ///
    /// - Returns: whether somebody has to be sent for to work.
    /// - Throws: `overloaded`, `closed`.
    func take(_ envelope: CommandDesk.Envelope) throws(DraftLedgerError) -> Bool {
        var envelope = envelope
        envelope.intake = self
        return try state.withLock { state throws(DraftLedgerError) in
            try check(envelope, state)
            state.count += 1
            state.bytes += envelope.byteCount
            if envelope.origin.actor.role == .user { state.ofUser[envelope.origin.actor, default: 0] += 1 }
            envelope.number = state.nextNumber
            state.nextNumber += 1
            state.work.commands.append(envelope)
            return Self.staff(&state)
        }
    }

    private func check(_ envelope: CommandDesk.Envelope, _ state: State) throws(DraftLedgerError) {
        if state.isClosing {
            throw DraftLedgerError(.closed, "The ledger is being closed and takes no more commands.")
        }
        let again = "Send it again, under the same id, when some have been answered."
        guard state.count < limits.commands, state.bytes + envelope.byteCount <= max(limits.bytes, envelope.byteCount)
        else {
            throw DraftLedgerError(
                .overloaded,
                "\(state.count) commands of \(state.bytes) bytes wait to be decided or stored, as many as may. \(again)"
            )
        }
        let actor = envelope.origin.actor
        if actor.role == .user, state.ofUser[actor] ?? 0 >= limits.commandsOfOneUser {
            throw DraftLedgerError(
                .overloaded,
                "\(limits.commandsOfOneUser) commands of the same user wait, as many as may. \(again)")
        }
    }

    /// Counts a command no more.
    func release(_ envelope: CommandDesk.Envelope) {
        let isLast = state.withLock { state in
            state.count -= 1
            state.bytes -= envelope.byteCount
            let actor = envelope.origin.actor
            if actor.role == .user, let count = state.ofUser[actor] {
                state.ofUser[actor] = count > 1 ? count - 1 : nil
            }
            return state.isIdle && state.isClosing
        }
        if isLast { state.broadcast() }
    }

    /// Counts a question.
    ///
    /// - Throws: `overloaded`, `closed`.
    func beginInquiry() throws(DraftLedgerError) {
        try state.withLock { state throws(DraftLedgerError) in
            if state.isClosing { throw DraftLedgerError(.closed, "The ledger is being closed and answers no more.") }
            guard state.inquiries < limits.commands else {
                throw DraftLedgerError(
                    .overloaded,
                    "\(state.inquiries) questions wait to be answered, as many as may. Ask again when some have been.")
            }
            state.inquiries += 1
        }
    }

    /// Counts a question no more.
    func endInquiry() {
        let isLast = state.withLock { state in
            state.inquiries -= 1
            return state.isIdle && state.isClosing
        }
        if isLast { state.broadcast() }
    }

    /// Takes in something to be done at the desk.
    func take(visit: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            state.work.visits.append(visit)
            return Self.staff(&state)
        }
    }

    /// Takes in what was read.
    func take(_ delivery: StreamLoader.Delivery) -> Bool {
        state.withLock { state in
            state.work.deliveries.append(delivery)
            return Self.staff(&state)
        }
    }

    /// Takes in a wish for the counts to be stated.
    func take(waitingForCounts completion: @escaping @Sendable (Bool) -> Void) -> Bool {
        state.withLock { state in
            state.work.waitingForCounts.append(completion)
            return Self.staff(&state)
        }
    }

    /// Takes in that counts are to be stated which are due.
    func takeDueCounts() -> Bool {
        state.withLock { state in
            guard !state.isClosing else { return false }
            state.work.statesDueCounts = true
            return Self.staff(&state)
        }
    }

    /// - Returns: whether somebody has to be sent for, since there is more to do than what was handed in.
    func takeCall() -> Bool { state.withLock { Self.staff(&$0) } }

    private static func staff(_ state: inout State) -> Bool {
        defer { state.isStaffed = true }
        return !state.isStaffed
    }

    /// All that there is to do; nil where there is nothing, and who worked may go.
    func work(unless hasMore: () -> Bool) -> Work? {
        state.withLock { state in
            if state.work.isEmpty, !hasMore() {
                state.isStaffed = false
                return nil
            }
            defer { state.work = Work() }
            return state.work
        }
    }

    /// What was read meanwhile.
    func deliveries() -> [StreamLoader.Delivery] {
        state.withLock { state in
            defer { state.work.deliveries = [] }
            return state.work.deliveries
        }
    }

    /// Takes in nothing any more.
    func close() { state.withLock { $0.isClosing = true } }

    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Waits until everybody is answered. Only after `close()`.
    func drain() { state.wait { $0.isIdle ? () : nil } }
}
