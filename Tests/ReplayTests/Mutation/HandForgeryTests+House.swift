import Records

@testable import Draft  // events that the rules have not given

/// What takes two people, and who they are.
extension HandForgeryTests {
    static let cases: [Forgery] = [
        (
            "a case that one person resolves",
            { house in
                let verdict = DisputeResolved(verdict: .rejected, resolvedBy: 902, reason: "no")
                house.force(
                    [StreamEvent(.dispute(1), .disputeResolved(verdict))], of: .dispute(1, .resolveDispute(verdict)),
                    as: .admin(902), signedBy: 902)
            }
        ),
        (
            "a case in another's name",
            { house in
                let claim = DisputeOpened(room: 1, pick: 1, seat: 0, roomVersion: 1, claimant: 1, claim: "mine")
                house.force(
                    [StreamEvent(.dispute(2), .disputeOpened(claim))], of: .dispute(2, .openDispute(claim)),
                    as: .user(2))
            }
        ),
        (
            "a correction that nobody approved",
            { house in
                guard let pick = house.state.room(1)?.picks.first else { return }
                let command = CorrectPick(
                    pick: 1, mode: .substitute, player: 8, dispute: 1, requestedBy: 901, approvedBy: 902, reason: "so")
                let corrected = PickCorrected(
                    pick: 1, mode: .substitute, seat: pick.seat, oldPlayer: pick.player, newPlayer: 8, dispute: 1,
                    requestedBy: 901, approvedBy: 902, reason: "so")
                house.force(
                    [StreamEvent(.room(1), .pickCorrected(corrected))], of: .room(1, .correctPick(command)),
                    as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a measure that its proposer approves",
            { house in
                let appointed = StaffAppointed(person: 905, roles: .officer, key: HouseScript.key(of: 905))
                let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "needed")
                house.send(.measure(9, .proposeMeasure(proposal)), by: 901)
                house.force(
                    [
                        StreamEvent(.measure(9), .measureApproved(MeasureApproved())),
                        StreamEvent(.staff, .staffAppointed(appointed)),
                    ],
                    of: .measure(9, .approveMeasure), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a measure that comes to more than was proposed",
            { house in
                var appointed = StaffAppointed(person: 905, roles: .officer, key: HouseScript.key(of: 905))
                let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "needed")
                house.send(.measure(9, .proposeMeasure(proposal)), by: 901)
                appointed.roles = [.officer, .cashier]
                house.force(
                    [
                        StreamEvent(.measure(9), .measureApproved(MeasureApproved())),
                        StreamEvent(.staff, .staffAppointed(appointed)),
                    ],
                    of: .measure(9, .approveMeasure), as: .admin(902), signedBy: 902)
            }
        ),
        (
            "a measure that is approved and comes to nothing",
            { house in
                let appointed = StaffAppointed(person: 905, roles: .officer, key: HouseScript.key(of: 905))
                let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "needed")
                house.send(.measure(9, .proposeMeasure(proposal)), by: 901)
                house.force(
                    [StreamEvent(.measure(9), .measureApproved(MeasureApproved()))], of: .measure(9, .approveMeasure),
                    as: .admin(902), signedBy: 902)
            }
        ),
        (
            "a measure that lapses too soon",
            { house in
                let appointed = StaffAppointed(person: 905, roles: .officer, key: HouseScript.key(of: 905))
                let proposal = ProposeMeasure(.staff(.appointStaff(appointed)), reason: "needed")
                house.send(.measure(9, .proposeMeasure(proposal)), by: 901)
                house.force(
                    [StreamEvent(.measure(9), .measureLapsed(MeasureLapsed()))], of: .measure(9, .lapseMeasure),
                    as: .scheduler)
            }
        ),
        (
            "a checkpoint key by the word of one",
            { house in
                let rotated = CheckpointKeyRotated(previousVerifierKey: "a", verifierKey: "b")
                house.force(
                    [StreamEvent(.system, .checkpointKeyRotated(rotated))],
                    of: .ledger(.rotateCheckpointKey(rotated)), as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a checkpoint key that follows another than the ledger's",
            { house in
                for (number, previous) in [(9, "a"), (10, "c")] as [(MeasureID, String)] {
                    let rotated = CheckpointKeyRotated(previousVerifierKey: previous, verifierKey: previous + "b")
                    let proposal = ProposeMeasure(.ledger(.rotateCheckpointKey(rotated)), reason: "needed")
                    house.send(.measure(number, .proposeMeasure(proposal)), by: 901)
                    house.send(.measure(number, .approveMeasure), by: 902)
                }
            }
        ),
    ]

    static let people: [Forgery] = [
        (
            "somebody who is appointed by one person",
            { house in
                let appointed = StaffAppointed(person: 905, roles: .officer, key: HouseScript.key(of: 905))
                house.force(
                    [StreamEvent(.staff, .staffAppointed(appointed))], of: .staff(.appointStaff(appointed)),
                    as: .admin(901), signedBy: 901)
            }
        ),
        (
            "a founder whom a cashier dismisses",
            { house in
                let dismissed = StaffDismissed(person: 901, reason: "rival")
                house.force(
                    [StreamEvent(.staff, .staffDismissed(dismissed))], of: .staff(.dismissStaff(dismissed)),
                    as: .admin(904), signedBy: 904)
            }
        ),
        (
            "a recovery while enough are there",
            { house in
                let command = RecoverStaff(person: 905, key: HouseScript.key(of: 905), reason: "hm")
                let recovered = StaffRecovered(
                    person: 905, key: command.key, effectiveAt: house.now + .seconds(259_201), reason: "hm")
                house.force(
                    [StreamEvent(.staff, .staffRecovered(recovered))], of: .staff(.recoverStaff(command)),
                    as: .admin(905),
                    signedBy: 999)
            }
        ),
        (
            "authority that begins anew",
            { house in
                let founders = [911, 912, 913].map { AuthorityBegan.Founder(person: $0, key: HouseScript.key(of: $0)) }
                let began = AuthorityBegan(founders: founders, recoveryKey: HouseScript.key(of: 919))
                house.force(
                    [StreamEvent(.staff, .authorityBegan(began))], of: .staff(.beginAuthority(began)), as: .admin(nil))
            }
        ),
        (
            "an act of the house by another's key",
            { house in
                let attached = EvidenceAttached(digest: Digest256(words: (1, 2, 3, 4)), title: "note")
                house.force(
                    [StreamEvent(.dispute(1), .evidenceAttached(attached))], of: .dispute(1, .attachEvidence(attached)),
                    as: .admin(902), signedBy: 901)
            }
        ),
        (
            "a second key that no first one vouches for",
            { house in
                let key = HouseScript.key(of: 77)
                house.force(
                    [StreamEvent(.user(2), .deviceKeyAdded(DeviceKeyAdded(key: key)))],
                    of: .user(2, .addDeviceKey(key)),
                    as: .user(2), signedBy: 77)
            }
        ),
        (
            "a user whom another registers",
            { house in
                house.force(
                    [StreamEvent(.user(9), .userRegistered(UserRegistered()))], of: .user(9, .registerUser),
                    as: .user(1))
            }
        ),
    ]
}
