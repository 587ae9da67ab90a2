public import Draft

/// Numbers as people read them, rounded in one way wherever they are shown.
public enum RoundedText {
    /// With that many decimals, halves away from zero: 3.25 is 3.3, -0.04 is 0.0. The same in every country.
    ///
    /// - Parameter groupsThousands: 1,234.5 rather than 1234.5.
    /// - Returns: nil for what is no number, and for what has no such decimals.
    public static func decimal(_ value: Double, places: Int = 1, groupsThousands: Bool = false) -> String? {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let units = (value * scale).rounded()
        guard units.isFinite, abs(units) < 1e18 else { return nil }
        let (whole, rest) = UInt64(abs(units)).quotientAndRemainder(dividingBy: UInt64(scale))
        let decimals = String(rest)
        let padding = String(repeating: "0", count: places - (places == 0 ? 0 : decimals.count))
        return (units < 0 ? "-" : "") + (groupsThousands ? grouped(whole) : String(whole))
            + (places == 0 ? "" : "." + padding + decimals)
    }

    /// 571,476
    public static func grouped(_ number: some BinaryInteger) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// Dollars and cents: 10,850.00
    public static func money(_ amount: Cents) -> String {
        let (whole, rest) = amount.value.magnitude.quotientAndRemainder(dividingBy: 100)
        return (amount.value < 0 ? "-" : "") + grouped(whole) + "." + (rest < 10 ? "0" : "") + String(rest)
    }

    /// 1 draft, 2 drafts
    public static func plural(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
    }
}
