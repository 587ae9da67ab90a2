import Bets
import TextFormats
import Values

/// A number of the ledger as JSON: an exact decimal without an exponent and without zeros at its end.
struct ExactNumber: Shaped {
    let asJSON: JSON

    static var shape: Shape { .number }

    /// A whole number of parts, such as 1910 thousandths: 1.91.
    ///
    /// - Parameter digits: the decimals that a part stands for, 1 to 6.
    static func decimal(_ value: Int, digits: Int) -> Self {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        var text = "\(value < 0 ? "-" : "")\(whole)"
        if part > 0 {
            let decimals = String(part)
            let padded = String(repeating: "0", count: digits - decimals.count) + decimals
            text += "." + String(padded.reversed().drop { $0 == "0" }.reversed())
        }
        return Self(asJSON: .encoded(text))
    }

    /// The same number with fewer decimals, rounded half away from zero: 98.27 of 98_271_000 millionths.
    static func decimal(_ value: Int, digits: Int, shown: Int) -> Self {
        var scale = 1
        for _ in shown..<digits { scale *= 10 }
        let rounded = (value.magnitude + UInt(scale / 2)) / UInt(scale)
        return decimal(value < 0 ? -Int(rounded) : Int(rounded), digits: shown)
    }

    static func odds(_ odds: Odds) -> Self { decimal(Int(odds.thousandths), digits: 3) }
    static func line(_ line: Line) -> Self { decimal(Int(line.halfPoints) * 5, digits: 1) }
    static func stake(_ stake: Stake) -> Self { decimal(Int(stake.thousandths), digits: 3) }
    static func profit(_ profit: Profit) -> Self { decimal(Int(profit.thousandths), digits: 3) }
    /// A count of 10,000 as a probability.
    static func probability(_ count: some BinaryInteger) -> Self { decimal(Int(count), digits: 4) }
    /// Millionths with two decimals.
    static func millionths(_ value: some BinaryInteger) -> Self { decimal(Int(value), digits: 6, shown: 2) }
}

extension JSON {
    /// A time in whole seconds: the app's decoder takes no fractions.
    static func seconds(_ moment: Timestamp) -> JSON {
        // 2025-11-30T19:30:00.000000Z
        .of(String(moment.iso8601.prefix { $0 != "." }) + "Z")
    }

    static func line(_ line: Line) -> JSON { ExactNumber.line(line).asJSON }
}

/// A number in a request, as its exact decimal text.
extension JSONValue {
    /// The text of a number of at most three decimals; nil for anything else.
    ///
    /// An exponent is not a form that a line or odds have.
    var decimalText: String? {
        guard kind == .number else { return nil }
        let text = excerpt
        return text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") } ? text : nil
    }
}
