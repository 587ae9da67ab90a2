import Draft

extension SeededGenerator {
    /// A number in `0..<bound`, each equally likely (Lemire's multiplication with rejection). `bound` is positive.
    mutating func below(_ bound: UInt64) -> UInt64 {
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }

    /// An index in `0..<count`.
    mutating func index(below count: Int) -> Int { Int(below(UInt64(count))) }

    /// A number of the range, each equally likely.
    mutating func int64(in range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(below(UInt64(range.upperBound - range.lowerBound) + 1))
    }

    /// True in `permille` of 1,000 cases.
    mutating func chance(_ permille: UInt64) -> Bool { below(1_000) < permille }

    /// A length of time, to the microsecond.
    mutating func interval(_ range: ClosedRange<Interval>) -> Interval {
        Interval(microseconds: int64(in: range.lowerBound.microseconds...range.upperBound.microseconds))
    }

    /// One of several, each equally likely. The collection is not empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }

    /// A new command's id.
    mutating func commandID() -> CommandID { CommandID(high: next(), low: next()) }
}
