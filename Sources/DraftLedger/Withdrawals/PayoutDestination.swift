import Draft
import Records
package import TextFormats

/// The account to which a user's withdrawals are paid. Personal data: it stands outside the log, where only a salted digest
/// of it is.
public struct PayoutDestination: Hashable, Sendable {
    /// The name of the account's holder: 1 to 70 characters.
    public let holder: String
    /// The number of the account, such as an IBAN, in capitals and without spaces: 4 to 34 letters and digits.
    public let account: String
    /// The bank, such as a BIC or a routing number: at most 12 letters and digits, and empty if the account says it.
    public let bank: String

    /// - Throws: `InvalidPayoutDestination` for a value that no bank would take: an IBAN whose check digits are wrong has a typing
    ///   error, and the money would come back weeks later.
    public init(holder: String, account: String, bank: String = "") throws(InvalidPayoutDestination) {
        let holder = holder.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...70).contains(holder.count), holder.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { throw InvalidPayoutDestination(description: "The holder of the account has 1 to 70 characters.") }
        let account = Self.bare(account)
        guard (4...34).contains(account.utf8.count), account.utf8.allSatisfy(Self.isNumber) else {
            throw InvalidPayoutDestination(description: "The number of the account has 4 to 34 letters and digits.")
        }
        if Self.isIBAN(account), !Self.hasRightCheckDigits(account) {
            throw InvalidPayoutDestination(
                description: "The IBAN \(account) has a typing error: its check digits do not fit.")
        }
        let bank = Self.bare(bank)
        guard bank.utf8.count <= 12, bank.utf8.allSatisfy(Self.isNumber) else {
            throw InvalidPayoutDestination(description: "The bank has at most 12 letters and digits.")
        }
        (self.holder, self.account, self.bank) = (holder, account, bank)
    }

    /// The last four characters of the account, for a person to recognize it by.
    public var ending: String { String(account.suffix(4)) }

    /// The digest that a withdrawal carries.
    ///
    /// - Parameter salt: unknown to readers of the log, who could else try all accounts.
    func digest(salt: [UInt8]) -> Digest256 {
        let words = ["draft-ledger/destination@v1", salt.hexadecimal, holder, account, bank]
        return Digest256(hashing: Array(words.joined(separator: "\n").utf8))
    }

    private static func bare(_ text: String) -> String {
        text.filter { !$0.isWhitespace && $0 != "-" }.uppercased()
    }

    private static func isNumber(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    /// Two letters of a country, two check digits, and at least eleven more, as the shortest IBAN has.
    private static func isIBAN(_ account: String) -> Bool {
        let bytes = Array(account.utf8)
        return bytes.count >= 15 && bytes[0..<2].allSatisfy(isLetter) && bytes[2..<4].allSatisfy(isDigit)
    }

    /// ISO 13616: with the first four characters at the end and letters as 10 to 35, the rest modulo 97 is 1.
    private static func hasRightCheckDigits(_ account: String) -> Bool {
        let bytes = Array(account.utf8)
        let rest = (bytes[4...] + bytes[..<4]).reduce(0) { rest, byte in
            isDigit(byte)
                ? (rest * 10 + Int(byte - UInt8(ascii: "0"))) % 97
                : (rest * 100 + Int(byte - UInt8(ascii: "A")) + 10) % 97
        }
        return rest == 1
    }
}

/// The reason for which an account is not taken, for people.
public struct InvalidPayoutDestination: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}

extension PayoutDestination {
    package var json: JSON { ["holder": .of(holder), "account": .of(account), "bank": .of(bank)] }

    init?(_ row: JSONValue) {
        guard let holder = row["holder"]?.string, let account = row["account"]?.string, let bank = row["bank"]?.string,
            // A row that was accepted once.
            let read = try? PayoutDestination(holder: holder, account: account, bank: bank)
        else { return nil }
        self = read
    }
}
