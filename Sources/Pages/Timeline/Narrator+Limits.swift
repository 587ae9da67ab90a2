import Draft

extension Narrator {
    /// The limits of a member, and the time from which they apply.
    func limits(_ event: LimitsSet) -> StyledText {
        let words = event.limits.inWords
        return StyledText("limits set: ") + StyledText(words.isEmpty ? "none" : words)
            + StyledText(event.looserFrom.map { ", looser limits from \($0.iso8601) on" } ?? "")
    }

    func statement(_ event: ProviderStatement) -> StyledText {
        StyledText("\(event.provider) states of \(event.day.iso8601.prefix(10)): ")
            + StyledText(
                "deposits \(Figures.money(event.deposits)) in \(Figures.grouped(event.depositCount)), "
                    + "withdrawals \(Figures.money(event.withdrawals)) in \(Figures.grouped(event.withdrawalCount)), "
                    + "chargebacks \(Figures.money(event.chargebacks)) in \(Figures.grouped(event.chargebackCount))")
            + StyledText(", file \(event.file.bytes.prefix(8).hexadecimal)…", .dim)
    }
}

extension PlayLimits {
    /// `deposits 50.00 a day, 3 entries a week`; empty where there are none.
    var inWords: String {
        let money: [(String, Cents?, String)] = [
            ("deposits", depositsPerDay, "day"), ("deposits", depositsPerWeek, "week"), ("fees", feesPerDay, "day"),
            ("fees", feesPerWeek, "week"),
        ]
        let counts: [(UInt32?, String)] = [(entriesPerDay, "day"), (entriesPerWeek, "week")]
        return
            (money.compactMap { name, amount, period in amount.map { "\(name) \(Figures.money($0)) a \(period)" } }
            + counts.compactMap { count, period in count.map { "\(Figures.plural($0, "entry", "entries")) a \(period)" }
            })
            .joined(separator: ", ")
    }
}
