import Draft
import DraftTesting
import TestSupport

/// A seeded history of a small house: six users and three contests, everything that moves money, in any order, most
/// of it sensible and some of it not.
struct MoneyRandomHistory {
    private(set) var house = House(users: 1...6, balance: 3_000)
    private var random: SeededGenerator
    private let contests: [TournamentID] = [1, 2, 3]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for id in contests {
            let prizes = [PrizeTier(1...1, number(in: 100...4_000)), PrizeTier(2...4, number(in: 1...700))]
            let details = TournamentCreated.sample(
                fee: number(in: 0...900), teams: UInt8(number(in: 2...3)), rounds: 1,
                maxEntries: flip() ? 11 : nil, perUser: flip() ? 4 : nil, prizes: prizes)
            house.send(.tournament(id, .createTournament(details)), as: .admin(90))
        }
    }

    /// One more command.
    mutating func step() {
        let user = UserID(UInt64(number(in: 1...6)))
        let contest = contests[Int(number(in: 0...2))]
        switch number(in: 0...99) {
        case 0..<30:
            house.send(.wallet(user, .joinTournament(contest, entries: UInt8(number(in: 1...3)))), as: .user(user))
        case 30..<36: if let room = anyRoom() { house.send(.wallet(user, .leaveRoom(room)), as: .user(user)) }
        case 36..<60: if let room = anyRoom() { play(room) }
        case 60..<63: if let room = anyRoom() { house.send(.room(room, .cancelRoom(reason: "")), as: .scheduler) }
        case 63..<66:
            if let room = anyRoom() {
                house.send(
                    .room(room, .voidRoom(approvedBy: UserID(UInt64(number(in: 5...9))), reason: "r")), as: .admin(90))
            }
        case 66..<67: house.send(.tournament(contest, .closeEntries), as: .scheduler)
        case 67..<68:
            if flip() && flip() { house.send(.tournament(contest, .cancelTournament(reason: "r")), as: .admin(90)) }
        case 68..<84: payment(of: user)
        case 84..<90: award(contest)
        default: house.send(.tournament(contest, .finalizeTournament), as: .scheduler)
        }
    }

    /// Plays every contest to its end, so that every history closes some books.
    mutating func finish() {
        for contest in contests {
            house.send(.tournament(contest, .closeEntries), as: .scheduler)
            for room in rooms(of: contest) { play(room.id) }
            for _ in 0..<4 { award(contest) }
            house.send(.tournament(contest, .finalizeTournament), as: .scheduler)
        }
    }

    private mutating func payment(of user: UserID) {
        let provider = Sender.provider(onBehalfOf: user)
        let wallet = house.state.wallet(user)
        switch number(in: 0...8) {
        case 0, 1: house.deposit(number(in: 0...2_000), for: user)
        case 2:
            house.send(
                .wallet(user, .holdWithdrawal(amount: Cents(number(in: 1...1_500)), provider: "bank")), as: .user(user))
        case 3:
            let withdrawal = UInt32(number(in: 0...Int64(wallet.lastWithdrawal) + 1))
            house.send(.wallet(user, .postWithdrawal(withdrawal: withdrawal, reference: "w")), as: provider)
        case 4:
            let withdrawal = UInt32(number(in: 0...Int64(wallet.lastWithdrawal) + 1))
            house.send(.wallet(user, .releaseWithdrawal(withdrawal: withdrawal, reason: "")), as: provider)
        case 8:
            let id = WithdrawalID(
                user: user, withdrawal: UInt32(number(in: 0...Int64(wallet.lastWithdrawal) + 1)))
            house.send(
                .ledger(.approvePayout(ApprovePayout(provider: "bank", withdrawals: [id]))), as: .admin(9))
        case 5:
            let references = wallet.deposits.keys.map(\.reference).sorted()
            guard let reference = references.randomElement(using: &random) else { return }
            house.send(
                .wallet(
                    user,
                    .recordChargeback(
                        amount: Cents(number(in: 1...3_000)), provider: "bank", reference: reference,
                        dispute: "D\(number(in: 0...40))")),
                as: provider)
        case 6:
            let open = wallet.chargebacks.keys.map(\.reference).sorted()
            guard let dispute = open.randomElement(using: &random) else { return }
            let isWon = number(in: 0...2) > 0
            house.send(
                .wallet(
                    user,
                    .settleChargeback(
                        provider: "bank", dispute: dispute, outcome: isWon ? .won : .lost,
                        amount: isWon ? Cents(number(in: 1...2_000)) : .zero)),
                as: provider)
        default:
            house.send(
                .wallet(
                    user,
                    .adjustBalance(
                        BalanceAdjusted(
                            amount: Cents(number(in: -900...900)), firstApprover: UserID(UInt64(number(in: 1...8))),
                            secondApprover: UserID(UInt64(number(in: 1...8))), dispute: nil, reason: "r"))),
                as: .admin(90))
        }
    }

    /// Drafts a room as far as it goes, a player at a time, and sometimes stops half way.
    private mutating func play(_ id: RoomID) {
        if let end = house.state.room(id)?.countdownEndsAt, house.now < end { house.now = end }
        house.send(.room(id, .startDraft), as: .scheduler)
        while let room = house.state.room(id), room.status == .active, let seat = room.seatOnClock,
            let user = room.members[Int(seat)]?.user, number(in: 0...9) > 0
        {
            let pick = MakePick(pick: room.currentPickNumber, player: PlayerIndex(room.picks.count))
            house.send(.room(id, .makePick(pick)), as: .user(user))
        }
    }

    /// Standings of entries that drafted, in their own order, with ties, sometimes of another place.
    private mutating func award(_ contest: TournamentID) {
        let rooms = rooms(of: contest).filter { $0.status == .complete || flip() }
        let entries = rooms.flatMap { $0.members.compactMap { $0?.entry } }.sorted().shuffled(using: &random)
        let paid = house.state.tournament(contest)?.lastPlaceAwarded ?? 0
        var standings: [Standing] = []
        for entry in entries.prefix(Int(number(in: 0...4))) {
            let next = paid + UInt32(standings.count) + 1
            standings.append(Standing(entry: entry, place: flip() ? next : standings.last?.place ?? next))
        }
        house.send(.tournament(contest, .awardPrizes(standings: standings)), as: .admin(90))
    }

    /// In the order of their numbers, so that a seed always gives the same history.
    private func rooms(of contest: TournamentID) -> [RoomState] {
        house.state.rooms.values.filter { $0.tournament == contest }.sorted { $0.id < $1.id }
    }

    private mutating func anyRoom() -> RoomID? { house.state.rooms.keys.sorted().randomElement(using: &random) }

    private mutating func number(in range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }

    private mutating func flip() -> Bool { .random(using: &random) }
}
