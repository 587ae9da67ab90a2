import DraftLedger
import DraftTesting
import Records

@testable import Draft  // events that the rules have not given

/// Acts in the name of a service without its key, rules that fall, and texts that disappear.
extension HandForgeryTests {
    private static let provider = "bank"

    /// Appoints the accounts of all services: 950 to 952.
    static func appointServices(in house: inout HouseScript) {
        for (number, service) in [LedgerService.scheduler, .importer, .provider(provider)].enumerated() {
            let account = UserID(950 + UInt64(number))
            let appointed = StaffAppointed(
                person: account, roles: [], key: HouseScript.key(of: account), service: service)
            let id = MeasureID(50 + UInt64(number))
            house.send(
                .measure(id, .proposeMeasure(ProposeMeasure(.staff(.appointStaff(appointed)), reason: "service"))),
                by: 901)
            house.send(.measure(id, .approveMeasure), by: 902)
        }
    }

    private static func deposit(_ house: inout HouseScript, as sender: Sender, signedBy key: UserID?) {
        let command = WalletCommand.recordDeposit(amount: Cents(100_000), provider: provider, reference: "X-1")
        let recorded = DepositRecorded(amount: Cents(100_000), provider: provider, reference: "X-1")
        house.force(
            [StreamEvent(.wallet(1), .depositRecorded(recorded))], of: .wallet(1, command), as: sender, signedBy: key)
    }

    static let services: [Forgery] = [
        (
            "a deposit that the provider did not sign",
            { house in
                appointServices(in: &house)
                deposit(&house, as: .provider(onBehalfOf: 1), signedBy: nil)
            }
        ),
        (
            "a deposit that staff sign for the provider",
            { house in
                appointServices(in: &house)
                deposit(&house, as: Sender(.provider, user: 952, onBehalfOf: 1), signedBy: 901)
            }
        ),
        (
            "a statement of a provider that the operator made up",
            { house in
                appointServices(in: &house)
                let day = Timestamp(microseconds: house.now.microseconds / 86_400_000_000 * 86_400_000_000)
                house.now = day + .seconds(2 * 86_400)
                let statement = ProviderStatement(provider: provider, day: day, file: Digest256(words: (1, 2, 3, 4)))
                house.force(
                    [StreamEvent(.system, .providerStatement(statement))], of: .ledger(.recordStatement(statement)),
                    as: .provider(onBehalfOf: nil))
            }
        ),
        (
            "a statement of a provider that the cashier made up",
            { house in
                appointServices(in: &house)
                let day = Timestamp(microseconds: house.now.microseconds / 86_400_000_000 * 86_400_000_000)
                house.now = day + .seconds(2 * 86_400)
                let statement = ProviderStatement(provider: provider, day: day, file: Digest256(words: (1, 2, 3, 4)))
                house.force(
                    [StreamEvent(.system, .providerStatement(statement))], of: .ledger(.recordStatement(statement)),
                    as: .admin(904), signedBy: 904)
            }
        ),
        (
            "scores that no importer signed",
            { house in
                appointServices(in: &house)
                let command = Command.season(
                    2026,
                    .recordScores(
                        RecordScores(
                            week: 1, scoring: ScoringSet.halfPPR, source: "s",
                            scores: [
                                PlayerScore(position: .quarterback, points: 9_900, name: "P2", team: "PHI")
                            ], reason: "")))
                let scored = PlayerScored(
                    week: 1, position: .quarterback, points: 9_900, replaces: nil, reason: "",
                    scoring: ScoringSet.halfPPR, source: "s", externalID: "", name: "P2", team: "PHI")
                house.force([StreamEvent(.season(2026), .playerScored(scored))], of: command, as: .importer)
            }
        ),
        (
            "a contest that no importer signed",
            { house in
                appointServices(in: &house)
                guard let details = house.state.tournament(1)?.details else { return }
                house.force(
                    [StreamEvent(.tournament(9), .tournamentCreated(details))],
                    of: .tournament(9, .createTournament(details)), as: .importer)
            }
        ),
        (
            "entries that a nameless scheduler closes",
            { house in
                guard let details = house.state.tournament(1)?.details else { return }
                house.send(.tournament(5, .createTournament(details)), by: 901)
                appointServices(in: &house)
                house.force(
                    [StreamEvent(.tournament(5), .entriesClosed(EntriesClosed(entries: 0, cancelledRooms: 0)))],
                    of: .tournament(5, .closeEntries), as: .scheduler)
            }
        ),
        (
            "a scheduler that pauses a draft without its key",
            { house in
                appointServices(in: &house)
                house.force(
                    [
                        StreamEvent(
                            .room(1),
                            .roomPaused(
                                RoomPaused(
                                    kind: .outage, pick: 2,
                                    remaining: (house.state.room(1)?.clock?.deadline ?? house.now) - house.now,
                                    reason: "")))
                    ],
                    of: .room(1, .pauseRoom(kind: .outage, reason: "")), as: .scheduler)
            }
        ),
        (
            "the last account of a service that is dismissed",
            { house in
                appointServices(in: &house)
                let dismissed = StaffDismissed(person: 952, reason: "away")
                house.force(
                    [StreamEvent(.staff, .staffDismissed(dismissed))], of: .staff(.dismissStaff(dismissed)),
                    as: .admin(901), signedBy: 901)
            }
        ),
        (
            "software with older rules than those of the ledger's creation",
            { house in
                let started = SoftwareStarted(rulesVersion: 1, version: "old", commit: "c")
                house.force(
                    [StreamEvent(.system, .softwareStarted(started))], of: .ledger(.startSoftware(started)),
                    as: .scheduler)
            }
        ),
        (
            "a reason of staff that one person erases",
            { house in
                let digest = Digest256(words: (5, 6, 7, 8))
                house.send(
                    .room(1, .pauseRoom(kind: .manual, reason: Wording("", digest: digest))), by: 901, dispute: 1)
                let erased = FreeTextErased(
                    position: house.events[house.events.count - 1].position, texts: 1, isOfStaff: true)
                house.force(
                    [StreamEvent(.system, .freeTextErased(erased))], of: .ledger(.eraseText(erased)), as: .admin(901),
                    signedBy: 901)
            }
        ),
        (
            "a reason of staff that is erased as if a member had written it",
            { house in
                let digest = Digest256(words: (5, 6, 7, 8))
                house.send(
                    .room(1, .pauseRoom(kind: .manual, reason: Wording("", digest: digest))), by: 901, dispute: 1)
                let erased = FreeTextErased(
                    position: house.events[house.events.count - 1].position, texts: 1, isOfStaff: false)
                house.send(.ledger(.eraseText(erased)), by: 901)
            }
        ),
        (
            "a step of the clock over events that were recorded",
            { house in
                house.send(.room(1, .pauseRoom(kind: .manual, reason: "a look")), by: 901, dispute: 1)
                house.record(.clockStepped(ClockStepped(from: house.now - .seconds(20), to: house.now)))
            }
        ),
        (
            "a step of the clock that ends elsewhere",
            { house in
                let start = house.now
                house.record(
                    .clockStepped(ClockStepped(from: start + .seconds(1), to: start + .seconds(9))),
                    after: .seconds(20))
            }
        ),
        (
            "a step back from another time",
            { house in
                house.record(
                    .clockStepped(ClockStepped(from: house.now - .seconds(60), to: house.now - .seconds(90))))
            }
        ),
        (
            "a mark of an import that names no imported event",
            { house in
                house.record(.importedAsFound(ImportedAsFound(findings: 0, first: UInt64(house.events.count) + 9)))
            }
        ),
    ]
}
