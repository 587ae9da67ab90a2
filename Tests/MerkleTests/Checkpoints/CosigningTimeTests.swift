import Testing

@testable import Merkle  // a forged signature

@Suite struct CosigningTimeTests {
    private let fixture: Fixture
    private let signed: SignedCheckpoint
    private let latest: UInt64 = 1_700_000_600

    init() throws {
        fixture = try Fixture()
        signed = try fixture.sign(300, cosigned: false)
    }

    private var witness: VerifierKey { fixture.witnessKey.verifierKey }

    private func line(_ time: UInt64) throws -> [UInt8] {
        let verified = try signed.verified(by: fixture.logKey.verifierKey)
        return Array(try fixture.witnessKey.cosign(verified, time: time).line.utf8)
    }

    private func times(_ checkpoint: SignedCheckpoint) throws -> [UInt64?] {
        try checkpoint.verified(by: fixture.logKey.verifierKey, witnesses: [witness]).cosignatures.map(\.time)
    }

    @Test(arguments: [0, 1_700_000_601, 9_999_999_999, UInt64(Int64.max)])
    func aTimeThatNobodyCanHaveCosignedAtIsRefused(time: UInt64) throws {
        let error = try #require(throws: TrustError.self) {
            try signed.adding(line(time), from: [witness], latest: latest)
        }
        #expect(error == .cosignatureTime(name: witness.name, found: time, latest: latest))
        #expect(error.description.contains("\(time)"))
        #expect(throws: FormatError.self) { try signed.adding(unverified: line(time), latest: latest) }
    }

    @Test func theNewestOfAWitnessStays() throws {
        var checkpoint = signed
        for (time, newest) in [(5, 5), (3, 5), (latest, latest), (5, latest)] as [(UInt64, UInt64)] {
            checkpoint = try checkpoint.adding(line(time), from: [witness], latest: latest)
            #expect(try times(checkpoint) == [newest])
        }
    }

    @Test func aLineThatDoesNotHoldGivesWayToOneThatDoes() throws {
        var forged = try #require(try NoteSignature.lines(line(latest)).first).bytes
        forged[70] ^= 1
        let other = NoteSignature(name: witness.name, keyID: witness.id, bytes: forged)
        let broken = try signed.adding(unverified: Array(other.line.utf8), latest: latest)
        #expect(throws: TrustError.self) { try times(broken) }
        #expect(try times(broken.adding(line(5), from: [witness], latest: latest)) == [5])
    }

    @Test func whatNobodyHasVerifiedTakesNoPlace() throws {
        let cosigned = try signed.adding(line(5), from: [witness], latest: latest)
        #expect(throws: FormatError.self) { try cosigned.adding(unverified: line(6), latest: latest) }
        #expect(try cosigned.adding(unverified: line(5), latest: latest) == cosigned)
        #expect(try times(signed.adding(unverified: line(6), latest: latest)) == [6])
    }

    @Test func aCosignatureOfNoTimeIsAsGoodAsNone() throws {
        let note = try signed.note.adding(try #require(try NoteSignature.lines(line(0)).first))
        let timeless = try SignedCheckpoint(Array(note.description.utf8))
        #expect(try times(timeless) == [])
        #expect(throws: TrustError.quorumNotMet(rule: "w1", cosignedBy: [])) { try fixture.policy.verify(timeless) }
    }
}
