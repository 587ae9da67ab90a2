import Draft
import DraftLedger
import Simulation

/// What `simulate` came to.
struct SimulationPage: Presentable {
    var summary: SimulationSummary
    var path: String
    var seconds: Double

    func text(on terminal: Terminal) -> [StyledText] {
        let rate = seconds > 0 ? " (\(Figures.grouped(UInt64(Double(summary.events) / seconds)))/s)" : ""
        var facts: [(String, String)] = [
            (
                "rooms",
                "\(Figures.grouped(summary.rooms)): \(Figures.grouped(summary.completedRooms)) complete, "
                    + "\(summary.cancelledRooms) cancelled, \(summary.voidedRooms) voided"
            ),
            ("events", "\(Figures.grouped(summary.events)) in \(Figures.decimal(seconds)) s\(rate)"),
            (
                "picks",
                "\(Figures.grouped(summary.manualPicks)) by hand, "
                    + "\(Figures.grouped(summary.automatedPicks)) automated"
            ),
            ("refusals", Figures.grouped(summary.refusals)), ("users", Figures.grouped(summary.users)),
            ("entries", Figures.grouped(summary.entries)),
        ]
        let money: [(String, Cents)] = [
            ("deposits", summary.deposits), ("fees", summary.fees), ("prizes", summary.prizes), ("rake", summary.rake),
            ("overlay", summary.overlay), ("refunds", summary.refunds), ("withdrawals", summary.withdrawals),
        ]
        facts += money.filter { $0.1 != .zero }.map { ($0.0, Figures.money($0.1)) }
        let width = facts.map(\.0.count).max() ?? 0
        return [StyledText("Simulated into \(path)", .bold)]
            + facts.map { StyledText($0.0.rightPadded(to: width + 2), .dim) + StyledText($0.1) }
    }

    var json: JSON {
        [
            "rooms": .of(summary.rooms), "completedRooms": .of(summary.completedRooms),
            "cancelledRooms": .of(summary.cancelledRooms), "voidedRooms": .of(summary.voidedRooms),
            "events": .of(summary.events), "ticks": .of(summary.ticks), "manualPicks": .of(summary.manualPicks),
            "automatedPicks": .of(summary.automatedPicks), "refusals": .of(summary.refusals),
            "users": .of(summary.users), "entries": .of(summary.entries),
            "depositsCents": .of(summary.deposits.value), "feesCents": .of(summary.fees.value),
            "prizesCents": .of(summary.prizes.value), "rakeCents": .of(summary.rake.value),
            "overlayCents": .of(summary.overlay.value), "refundsCents": .of(summary.refunds.value),
            "withdrawalsCents": .of(summary.withdrawals.value), "seconds": .of(seconds),
        ]
    }

    var csv: CSVTable {
        guard case .object(let members) = json else { return CSVTable([]) }
        return CSVTable(members.map(\.key), objects: [json])
    }
}
