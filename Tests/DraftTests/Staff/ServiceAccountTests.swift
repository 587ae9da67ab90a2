import Draft
import DraftTesting
import Testing

/// Accounts of the scheduler, of importers and of payment providers: from an appointment on, their key counts.
@Suite struct ServiceAccountTests {
    private func house(_ services: LedgerService...) -> House {
        var house = House(users: 1...3, balance: 1_000)
        house.beginAuthority()
        for (number, service) in services.enumerated() {
            #expect(appoint(UserID(950 + UInt64(number)), service, in: &house) == nil)
        }
        return house
    }

    private func appoint(_ account: UserID, _ service: LedgerService?, roles: StaffRoles = [], in house: inout House)
        -> RefusalCode?
    {
        let appointed = StaffAppointed(person: account, roles: roles, key: House.key(of: account), service: service)
        let id = MeasureID(20_000 + UInt64(house.log.count))
        let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "a service")
        if let code = house.send(.measure(id, .proposeMeasure(proposal)), by: 901).code { return code }
        return house.send(.measure(id, .approveMeasure), by: 902).code
    }

    private func deposit(_ provider: String, _ reference: String) -> Command {
        .wallet(1, .recordDeposit(amount: Cents(500), provider: provider, reference: reference))
    }

    @Test func aProviderWithAnAccountSignsAndOthersDoNot() {
        var house = house(.provider("quickbank"))
        house.refuse(deposit("quickbank", "a"), as: .provider(onBehalfOf: 1), .badSignature)
        house.refuse(deposit("quickbank", "b"), as: Sender(.provider, user: 950, onBehalfOf: 1), .badSignature)
        let own = Sender(.provider, user: 950, onBehalfOf: 1)
        #expect(
            house.send(deposit("quickbank", "c"), as: own, at: house.now, signedBy: House.key(of: 901)).code
                == .badSignature)
        #expect(house.send(deposit("quickbank", "d"), as: own, at: house.now, signedBy: House.key(of: 950)).code == nil)
        // A provider without an account goes on unsigned, and nobody else's key is its own.
        #expect(house.send(deposit("northpay", "e"), as: .provider(onBehalfOf: 1), at: house.now).code == nil)
        #expect(
            house.send(deposit("northpay", "f"), as: own, at: house.now, signedBy: House.key(of: 950)).code
                == .badSignature)
    }

    @Test func onlyTheProviderStatesItsPaymentsOnceItHasAnAccount() {
        var house = house(.provider("quickbank"))
        #expect(house.appoint(904, .cashier).code == nil)
        house.now = house.now + .seconds(3 * 86_400)
        let day = Timestamp(microseconds: house.now.microseconds / 86_400_000_000 * 86_400_000_000) - .seconds(86_400)
        func statement(_ provider: String) -> Command {
            .ledger(
                .recordStatement(ProviderStatement(provider: provider, day: day, file: Digest256(words: (1, 2, 3, 4)))))
        }
        #expect(house.send(statement("quickbank"), by: 904).code == .forbidden)
        #expect(house.send(statement("northpay"), by: 904).code == nil)
        house.refuse(statement("quickbank"), as: .provider(onBehalfOf: nil), .badSignature)
        let own = Sender(.provider, user: 950)
        #expect(house.send(statement("quickbank"), as: own, at: house.now, signedBy: House.key(of: 950)).code == nil)
    }

    @Test func theSchedulerSignsAllButTicks() throws {
        var house = house(.scheduler)
        let started = SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "1", commit: "c")
        house.refuse(.ledger(.startSoftware(started)), as: .scheduler, .badSignature)
        let own = Sender(.scheduler, user: 950)
        #expect(
            house.send(.ledger(.startSoftware(started)), as: own, at: house.now, signedBy: House.key(of: 950)).code
                == nil)
        // The refusal of a tick is about the room, not about a key.
        house.refuse(.room(77, .tickClock(pick: 1)), as: .scheduler, .unknownRoom)
    }

    @Test func anImporterSigns() {
        var house = house(.importer)
        let pool = PublishPool(externalID: "x", title: "X", players: House.players(8))
        house.refuse(.pool(9, .publishPool(pool)), as: .importer, .badSignature)
        let own = Sender(.importer, user: 950)
        #expect(
            house.send(.pool(9, .publishPool(pool)), as: own, at: house.now, signedBy: House.key(of: 950)).code == nil)
    }

    @Test func beforeAnAppointmentNoSignatureOfAServiceIsTaken() {
        var house = house()
        let own = Sender(.provider, user: 950, onBehalfOf: 1)
        #expect(
            house.send(deposit("bank", "a"), as: own, at: house.now, signedBy: House.key(of: 950)).code == .badSignature
        )
        #expect(house.send(deposit("bank", "b"), as: .provider(onBehalfOf: 1), at: house.now).code == nil)
    }

    @Test func aServiceKeepsAnAccountAndAnAccountHasNoRoles() {
        var house = house(.scheduler)
        #expect(appoint(960, .importer, roles: .operator, in: &house) == .invalidValue)
        #expect(appoint(961, .provider("no name!"), in: &house) == .invalidValue)
        let dismissal = Command.staff(.dismissStaff(StaffDismissed(person: 950, reason: "old")))
        #expect(house.send(dismissal, by: 901).code == .wrongStatus)
        #expect(appoint(950, nil, roles: .cashier, in: &house) == .wrongStatus)
        #expect(appoint(951, .scheduler, in: &house) == nil)
        #expect(house.send(dismissal, by: 901).code == nil)
        #expect(house.state.staff.accounts(of: .scheduler) == [951])
        #expect(house.state.staff.services == [.scheduler])
    }

    @Test(arguments: ["scheduler", "importer", "provider:quickbank"])
    func aServiceIsReadAsItIsWritten(text: String) {
        #expect(LedgerService(text)?.description == text)
        #expect(LedgerService("provider:") == nil && LedgerService("admin") == nil)
    }
}
