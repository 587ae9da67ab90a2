import Draft
import DraftTesting
import Testing

/// Reads of members' private data by staff, as events of the members.
@Suite struct AccessEventTests {
    private static let read = PrivateDataRead(reader: 901, roles: .founder, kind: .queue, room: 3)

    private func house() -> House {
        var house = House()
        for user in [1, 2] as [UserID] { house.send(.user(user, .registerUser), as: .user(user)) }
        house.beginAuthority()
        return house
    }

    private func send(
        _ read: PrivateDataRead, of user: UserID = 1, as sender: Sender = .scheduler, in house: inout House
    ) -> RefusalCode? {
        house.send(.user(user, .recordAccess(read)), as: sender).code
    }

    @Test func oneEventCoversADayOfReadsOfOneKindByOneReader() {
        var house = house()
        #expect(send(Self.read, in: &house) == nil)
        #expect(send(Self.read, in: &house) == .alreadyExists)
        var other = Self.read
        other.reader = 902
        #expect(send(other, in: &house) == nil)
        other = Self.read
        other.kind = .money
        #expect(send(other, in: &house) == nil)
        other = Self.read
        other.room = nil
        #expect(send(other, in: &house) == nil)
        #expect(send(Self.read, of: 2, in: &house) == nil)
        house.now = house.now + PrivateDataRead.window
        #expect(send(Self.read, in: &house) == nil)
        #expect(send(Self.read, in: &house) == .alreadyExists)
    }

    /// The roles are the ledger's own, and nobody but the server says that somebody has read.
    @Test func nobodyRecordsAReadOfSomebodyElse() {
        var house = house()
        for sender in [Sender.user(1), .user(2), .admin(901), .admin(nil), .importer, .provider(onBehalfOf: 1)] {
            #expect(send(Self.read, as: sender, in: &house) == .forbidden, "\(sender.text)")
        }
        var forged = Self.read
        forged.roles = .officer
        #expect(send(forged, in: &house) == .forbidden)
        forged = Self.read
        forged.reader = 77
        #expect(send(forged, in: &house) == .forbidden)
        forged.reader = 1
        #expect(send(forged, in: &house) == .invalidValue)
        forged.reader = UserID(UserID.maximum.number + 1)
        #expect(send(forged, in: &house) == .invalidValue)
        forged = Self.read
        forged.roles = []
        #expect(send(forged, in: &house) == .invalidValue)
        #expect(send(Self.read, of: 3, in: &house) == .unknownUser)
        #expect(send(Self.read, in: &house) == nil)
    }

    /// A ledger that does not say who has a staff role takes the server's word.
    @Test func beforeStaffRolesAreOnRecordTheServerNamesThem() {
        var house = House()
        house.send(.user(1, .registerUser), as: .user(1))
        #expect(send(PrivateDataRead(reader: 50, roles: .officer, kind: .activity), in: &house) == nil)
    }
}
