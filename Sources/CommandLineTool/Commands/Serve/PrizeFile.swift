import Draft
import TextFormats
import ToolSupport

/// Prizes as people write them down: `1,100000` or `2-10,5000`, a place or some and what each wins in cents.
enum PrizeFile {
    /// - Throws: `ToolError` that names the line, and what was expected there.
    static func tiers(in bytes: [UInt8], named name: String) throws -> [PrizeTier] {
        guard !bytes.starts(with: [0x1F, 0x8B]) else {
            throw ToolError(.badData, "\(name) is compressed. Unpack it with gunzip.")
        }
        guard let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
            throw ToolError(.badData, "\(name) is not UTF-8 text. Save it as CSV in UTF-8.")
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var tiers: [PrizeTier] = []
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
            func wrong(_ what: String) -> ToolError {
                ToolError(
                    .badData, "\(name), line \(index + 1): \(what); expected a place or some and cents, as 2-10,5000.")
            }
            let parts = line.split(separator: ",", omittingEmptySubsequences: false)
                .map { $0.filter { !$0.isWhitespace } }
            guard parts.count == 2, let amount = Int64(parts[1]), amount > 0 else {
                throw wrong("the cents are missing")
            }
            let places = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { UInt32($0) }
            guard (1...2).contains(places.count), let first = places[0], let last = places[places.count - 1], first > 0,
                last >= first
            else { throw wrong("'\(parts[0])' is not a place") }
            guard tiers.last.map({ first > $0.lastPlace }) ?? true else {
                throw wrong("place \(first) has a prize already")
            }
            tiers.append(PrizeTier(firstPlace: first, lastPlace: last, amount: Cents(amount)))
        }
        guard !tiers.isEmpty else {
            throw ToolError(.badData, "\(name) has no prizes. Write lines such as 1,100000, or leave out --prizes.")
        }
        return tiers
    }
}
