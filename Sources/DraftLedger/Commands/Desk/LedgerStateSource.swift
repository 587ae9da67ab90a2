import Draft
import LMDB
import Ledger
import Projections

/// Folds streams out of the log, and what spans streams out of the projections.
struct LedgerStateSource: StateSource {
    let log: EventLog
    let projections: ProjectionStore
    private let deposits: DepositIndex

    init(log: EventLog, projections: ProjectionStore) {
        self.log = log
        self.projections = projections
        deposits = DepositIndex(projections)
    }

    func events(of stream: StreamKey) throws -> [RecordedEvent] { try log.events(of: stream) }

    func contest(_ id: TournamentID) throws -> (books: ContestBooks, waiting: [RoomID], counting: [RoomID]) {
        let view = try projections.view(of: [.rooms, .balances, .contests], upTo: nil)
        let rooms = view.rooms().filter { $0.tournament == id }
        var books = view.balances().books(of: id)
        for room in rooms { books.rooms.move(from: nil, to: room.status) }
        return (
            books, rooms.filter { $0.status == .waiting }.map(\.room),
            rooms.filter { $0.status == .countdown }.map(\.room)
        )
    }

    func depositor(of payment: WalletState.PaymentReference) throws -> UserID? {
        try deposits.depositor(of: payment)
    }

    func nextRoom() throws -> RoomID {
        let view = try projections.view(of: [.rooms], upTo: nil)
        return RoomID((view.rooms().last?.room.number ?? 0) + 1)
    }
}
