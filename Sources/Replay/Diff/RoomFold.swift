public import Draft
import DraftLedger

/// The fold of one room, as far as it is compared.
public struct RoomFold: ComparableFold {
    /// What is compared: the whole state as `RoomState` folds it, or only the picks as they count.
    public enum Scope: String, Sendable, CaseIterable {
        case room
        case picks
    }

    public var scope: Scope
    private var state: RoomState?

    public init(_ scope: Scope = .room) { self.scope = scope }

    /// The version of the fold that this software has.
    public static let version = 3

    /// Folds the next event; those of other streams than the room's pass.
    public mutating func fold(_ recorded: RecordedEvent) {
        guard case .room = recorded.stream else { return }
        state.fold(recorded)
    }

    public var digest: Digest256 {
        let cryptography = LedgerCryptography(drawMaster: [])
        switch scope {
        case .room: return cryptography.sha256(state?.foldedBytes ?? [])
        case .picks:
            let picks = state?.picks.flatMap { pick in
                [UInt8(truncatingIfNeeded: pick.player ?? .max), UInt8((pick.player ?? .max) >> 8), pick.seat]
            }
            return cryptography.sha256(picks ?? [])
        }
    }
}
