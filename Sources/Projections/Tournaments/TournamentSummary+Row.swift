import Draft

extension TournamentSummary: RowCodable {
    public var rowKey: [UInt8] { KeyBytes.bytes(of: tournament.number) }

    public var rowValue: [UInt8] {
        var writer = CanonicalWriter(reserving: 64)
        writer.write(stage.rawValue)
        writer.write(entries)
        for status in RoomStatus.allCases { writer.write(rooms[status]) }
        writer.write(entryFee) { $0.write($1.value) }
        writer.write(maxEntries) { $0.write($1) }
        writer.write(title)
        writer.write(externalID)
        return writer.bytes
    }

    public init?(rowKey: [UInt8], rowValue: [UInt8]) {
        guard let number = KeyBytes.number(rowKey) else { return nil }
        var reader = CanonicalReader(rowValue)
        do {
            tournament = TournamentID(number)
            stage = try reader.choice()
            entries = try reader.number()
            rooms = RoomTally()
            for status in RoomStatus.allCases { rooms[status] = try reader.number() }
            entryFee = try reader.optional { Cents(try $0.signed()) }
            maxEntries = try reader.optional { try $0.number() }
            title = try reader.text()
            externalID = try reader.text()
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}
