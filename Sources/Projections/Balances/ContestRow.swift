public import Draft

/// The sums that went through one contest's escrow. The statuses of its rooms are not part of the row:
/// `TournamentSummary` has them.
public struct ContestRow: Hashable, Sendable {
    public var contest: TournamentID
    public var books: ContestBooks

    public init(contest: TournamentID, books: ContestBooks) {
        self.contest = contest
        self.books = books
        self.books.rooms = RoomTally()
    }
}

extension ContestRow: RowCodable {
    public static var foldVersion: UInt32 { 1 }

    public var rowKey: [UInt8] { KeyBytes.bytes(of: contest.number) }

    public var rowValue: [UInt8] {
        var writer = CanonicalWriter()
        writer.write(books.entries)
        writer.write(books.refundedEntries)
        for amount in [books.fees, books.refunds, books.prizes, books.rake, books.overlay] {
            writer.write(amount.value)
        }
        return writer.bytes
    }

    public init?(rowKey: [UInt8], rowValue: [UInt8]) {
        guard let contest = KeyBytes.number(rowKey) else { return nil }
        var books = ContestBooks()
        var reader = CanonicalReader(rowValue)
        do {
            books.entries = try reader.number()
            books.refundedEntries = try reader.number()
            books.fees = Cents(try reader.signed())
            books.refunds = Cents(try reader.signed())
            books.prizes = Cents(try reader.signed())
            books.rake = Cents(try reader.signed())
            books.overlay = Cents(try reader.signed())
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
        self.init(contest: TournamentID(contest), books: books)
    }
}
