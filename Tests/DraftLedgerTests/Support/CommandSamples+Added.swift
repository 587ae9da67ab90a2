import Draft

/// Commands and contents that came after the golden files had their first lines.
extension CommandSamples {
    static let chargebacks: [Command] = [
        .wallet(7, .recordChargeback(amount: Cents(5_000), provider: "bank", reference: "r-1", dispute: "dp_1")),
        .wallet(7, .settleChargeback(provider: "bank", dispute: "dp_1", outcome: .won, amount: Cents(2_500))),
        .wallet(7, .settleChargeback(provider: "", dispute: "", outcome: .lost, amount: .zero)),
    ]

    /// Nights by the clock of a zone.
    static let zones: [Command] = {
        guard case .tournament(let id, .createTournament(var details)) = contest() else {
            preconditionFailure("a contest is created")
        }
        let change = ZoneOffsets.Change(at: Timestamp(microseconds: 1_793_512_800_000_000), offset: -300)
        details.ruleset.overnight = OvernightWindow(
            offset: -240, from: 1_350, until: 480, zone: ZoneOffsets(name: "America/New_York", changes: [change]))
        let room = OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: details.ruleset)
        return [.tournament(id, .createTournament(details)), .room(12, .openRoom(room))]
    }()

    static let erasures: [Command] = [
        .ledger(.eraseText(FreeTextErased(position: 577, texts: 1, isOfStaff: true, erasedBy: 901))),
        .ledger(.eraseText(FreeTextErased(user: 7, texts: 3, isOfStaff: false))),
    ]

    static let closings: [Command] = [
        .ledger(.closeLedger(reason: "The season is over.")),
        .ledger(.closeLedger(reason: Wording("", digest: Digest256(words: (1, 2, 3, 4))))),
    ]

    static let payouts: [Command] = [
        .ledger(
            .approvePayout(
                ApprovePayout(
                    provider: "bank",
                    withdrawals: [WithdrawalID(user: 7, withdrawal: 1), WithdrawalID(user: .maximum, withdrawal: 9)]))),
        .ledger(.approvePayout(ApprovePayout(provider: "", withdrawals: []))),
    ]

    static let accesses: [Command] = [
        .user(7, .recordAccess(PrivateDataRead(reader: 901, roles: .officer, kind: .queue, room: 12, dispute: 3))),
        .user(.maximum, .recordAccess(PrivateDataRead(reader: 1, roles: [], kind: .records))),
    ]

    static let notices: [Command] = {
        let told = NoticesRecorded.Notice(
            kind: .onTheClock, channel: .push, outcome: .sent, cause: 577,
            at: Timestamp(microseconds: 1_793_512_800_000_000))
        var untold = told
        (untold.kind, untold.channel, untold.outcome, untold.reason) = (.slowDraftEmail, .email, .failed, .unreachable)
        return [
            .user(7, .recordNotices(NoticesRecorded(room: 12, pick: 17, notices: [told, untold]))),
            .user(.maximum, .recordNotices(NoticesRecorded(room: 1, pick: nil, notices: []))),
        ]
    }()
}
