import Draft
package import DraftLedger
import Records
package import TextFormats

/// The whole answer to `report daily`: the ledger day by day.
package struct DailyPage: ListPage {
    var days: [DailyFigures]

    package init(days: [DailyFigures]) {
        self.days = days
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !days.isEmpty else { return ["The ledger has no events."] }
        // Only imports have picks whose source does not state how they were made.
        let unknown = days.contains { $0.picksUnknown > 0 }
        let titles =
            ["events", "users", "entries", "left", "by hand", "autopicks"] + (unknown ? ["unknown"] : [])
            + [
                "refusals", "deposits", "withdrawals", "chargebacks", "fees", "prizes", "adjusted", "open cases",
            ]
        var table = TextTable([.init("date")] + titles.map { .init($0, .trailing) })
        table.rows = days.map { day in
            let date = StyledText(Self.date(of: day))
            guard day.hasActivity else {
                return [date, StyledText("no activity", .dim)] + Array(repeating: .empty, count: titles.count - 2)
                    + [StyledText(Figures.grouped(day.openCases))]
            }
            let counts =
                [
                    day.events, day.usersRegistered, day.seatsTaken, day.seatsLeft, day.picksByHand, day.picksByRules,
                ] + (unknown ? [day.picksUnknown] : []) + [day.refusals]
            let sums = [day.deposits, day.withdrawals, day.chargebacks, day.fees, day.prizes, day.adjustments]
            return [date] + counts.map { StyledText(Figures.grouped($0)) } + sums.map { StyledText(Figures.money($0)) }
                + [StyledText(Figures.grouped(day.openCases))]
        }
        return table.lines(on: terminal)
    }

    private static func date(of day: DailyFigures) -> String { String(day.start.iso8601.prefix(10)) }

    package var listName: String { "days" }

    package var csv: CSVTable {
        CSVTable(
            [
                "date", "activity", "events", "usersRegistered", "seatsTaken", "seatsLeft", "picksByHand",
                "picksByRules", "refusals", "depositsCents", "withdrawalsCents", "chargebacksCents", "feesCents",
                "prizesCents", "adjustmentsCents", "casesOpened", "casesResolved", "openCases", "picksUnknown",
            ], objects: objects)
    }

    package var objects: [JSON] {
        days.map { day in
            [
                "date": .of(Self.date(of: day)), "activity": .of(day.hasActivity), "events": .of(day.events),
                "usersRegistered": .of(day.usersRegistered), "seatsTaken": .of(day.seatsTaken),
                "seatsLeft": .of(day.seatsLeft), "picksByHand": .of(day.picksByHand),
                "picksByRules": .of(day.picksByRules), "refusals": .of(day.refusals),
                "depositsCents": .of(day.deposits), "withdrawalsCents": .of(day.withdrawals),
                "chargebacksCents": .of(day.chargebacks), "feesCents": .of(day.fees), "prizesCents": .of(day.prizes),
                "adjustmentsCents": .of(day.adjustments), "casesOpened": .of(day.casesOpened),
                "casesResolved": .of(day.casesResolved), "openCases": .of(day.openCases),
                "picksUnknown": .of(day.picksUnknown),
            ]
        }
    }
}
