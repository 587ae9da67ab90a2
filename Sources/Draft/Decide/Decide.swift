/// The rules of the house: what a command comes to, given the state of the ledger. Pure, and the only such function:
/// the live service, the simulator, the importers, the disputes and the what-ifs all call it.
///
/// - Parameters:
///   - origin: who sent the command and when it reached the edge of the system; `occurredAt` decides deadlines.
///   - now: the ledger's clock; starts clocks and stands in where a source gives no time.
///   - state: what the decision may read; the append must be conditional on every stream that was read.
/// - Returns: events to append together, or a refusal. The same arguments always give the same answer.
public func decide(
    _ command: Command, origin: CommandOrigin, now: Timestamp, state: some StateView,
    cryptography: some DraftCryptography
) -> Decision {
    let decider = Decider(
        authority: command.kind.authority, origin: origin, now: now, state: state, cryptography: cryptography)
    do throws(Refusal) {
        try decider.checkSender()
        try decider.checkUsers(namedBy: command)
        return .accepted(try decider.events(for: command))
    } catch {
        return .refused(error)
    }
}

/// One decision in the making: the arguments of `decide`, with the rules as extensions, one file for each subject.
struct Decider<State: StateView, Cryptography: DraftCryptography> {
    /// Who may send the command.
    let authority: Authority
    let origin: CommandOrigin
    let now: Timestamp
    let state: State
    let cryptography: Cryptography

    /// The moment that decides deadlines: the command's own, or now where its source gives none.
    var occurredAt: Timestamp { origin.occurredAt ?? now }

    /// Finds the rule that a command falls under. Each rule is named by its kind: `makePick` is decided by `makePickEvents`.
    func events(for command: Command) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .ledger(let command): try ledgerEvents(command)
        case .pool(let id, let command): try poolEvents(id, command)
        case .tournament(let id, let command): try tournamentEvents(id, command)
        case .room(let id, let command): try roomEvents(id, command)
        case .queue(let id, let seat, let command): try queueEvents(id, seat, command)
        case .wallet(let user, let command): try walletEvents(user, command)
        case .user(let user, let command): try userEvents(user, command)
        case .dispute(let id, let command): try disputeEvents(id, command)
        }
    }
}
