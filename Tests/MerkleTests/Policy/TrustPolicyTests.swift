import Foundation
import Merkle
import Testing

@Suite struct TrustPolicyTests {
    private let fixture: Fixture
    private let witnesses: [CosignerKey]
    private let signed: SignedCheckpoint

    init() throws {
        fixture = try Fixture()
        witnesses = try (1...6).map { number in
            try CosignerKey(name: KeyName("w\(number).example")!, seed: [UInt8](repeating: UInt8(number), count: 32))
        }
        signed = try fixture.sign(300, cosigned: false)
    }

    /// Lines `log` and `witness w1` to `witness w6`, then the given ones.
    private func policy(_ lines: String) throws -> TrustPolicy {
        let definitions = witnesses.enumerated().map { "witness w\($0 + 1) \($1.verifierKey)\n" }.joined()
        return try TrustPolicy(Array("log \(fixture.expected.log_vkey)\n\(definitions)\(lines)".utf8))
    }

    private func cosigned(by numbers: [Int]) throws -> SignedCheckpoint {
        let verified = try signed.verified(by: fixture.logKey.verifierKey)
        return try numbers.reduce(signed) { checkpoint, number in
            let witness = witnesses[number - 1]
            let line = try witness.cosign(verified, time: 1_700_000_000).line
            return try checkpoint.adding(Array(line.utf8), from: [witness.verifierKey])
        }
    }

    @Test func theFixturesPolicyAcceptsItsCosignedCheckpointsOnly() throws {
        #expect(fixture.policy.logs.map(\.key.text) == [fixture.expected.log_vkey])
        #expect(fixture.policy.witnesses.map(\.key.text) == [fixture.expected.witness_vkey])
        for size in [7, 300] { #expect(try fixture.policy.verify(Fixture.checkpoint(size)).checkpoint.size == size) }
        for size in [0, 1, 256] {
            #expect(throws: TrustError.quorumNotMet(rule: "w1", cosignedBy: [])) {
                try fixture.policy.verify(Fixture.checkpoint(size))
            }
        }
    }

    /// The standard's example: two of the first three, and one of the others.
    @Test func twoLevelsOfGroups() throws {
        let policy = try policy(
            """
            # operated by one organisation
            group\tX-witnesses 2   w1 w2 w3
              group Y-witnesses any w4 w5 w6

            group X-and-Y all X-witnesses Y-witnesses
            quorum X-and-Y

            """)
        for subset in 0..<64 {
            let numbers = (1...6).filter { subset >> ($0 - 1) & 1 == 1 }
            let isEnough = numbers.count { $0 <= 3 } >= 2 && numbers.contains { $0 > 3 }
            let checkpoint = try cosigned(by: numbers)
            #expect((try? policy.verify(checkpoint)) != nil ? isEnough : !isEnough, "\(numbers)")
        }
    }

    @Test func aQuorumThatIsNotMetSaysWhatIsMissing() throws {
        let policy = try policy("group g 2 w1 w2 w3\nquorum g\n")
        let error = try #require(throws: TrustError.self) { try policy.verify(cosigned(by: [2, 5])) }
        #expect(error == .quorumNotMet(rule: "2 of (w1, w2, w3)", cosignedBy: ["w2", "w5"]))
        #expect(error.description.contains("2 of (w1, w2, w3)"))
    }

    @Test func aWrongCosignatureRefusesTheCheckpointEvenBeyondTheQuorum() throws {
        let policy = try policy("quorum w1\n")
        let other = try fixture.sign(7, cosigned: false)
        let line = try witnesses[1].cosign(other.verified(by: fixture.logKey.verifierKey), time: 1)
        let note = try cosigned(by: [1]).note.adding(line)
        #expect(throws: TrustError.self) { try policy.verify(SignedCheckpoint(Array(note.description.utf8))) }
    }

    @Test func quorumNoneAsksForTheLogsSignatureAlone() throws {
        let policy = try TrustPolicy(
            Array("log \(fixture.expected.log_vkey) https://log.example/ \nquorum none\n".utf8))
        #expect(policy.logs[0].url == "https://log.example/")
        #expect(try policy.verify(signed).cosignatures.isEmpty)

        let elsewhere = try TrustPolicy(Array("quorum none\n".utf8))
        #expect(throws: TrustError.wrongOrigin(found: fixture.expected.origin, expected: [])) {
            try elsewhere.verify(signed)
        }
        #expect(try elsewhere.verify(signed, log: fixture.logKey.verifierKey).checkpoint == signed.unverified)
    }

    @Test func aLogMayHaveAnOldAndANewKey() throws {
        let new = SignerKey(name: fixture.logKey.verifierKey.name)
        let lines = "log \(new.verifierKey)\nlog \(fixture.expected.log_vkey)\nquorum none\n"
        let policy = try TrustPolicy(Array(lines.utf8))
        #expect(try policy.verify(signed).log == fixture.logKey.verifierKey)
        #expect(try policy.verify(SignedCheckpoint(signed.unverified, signedBy: new)).log == new.verifierKey)
    }

    @Test func namesAreOctets() throws {
        let kelvin = try policy("group \u{212A} any w1\ngroup K any w2\nquorum \u{212A}\n")
        #expect(throws: Never.self) { try kelvin.verify(cosigned(by: [1])) }
        #expect(throws: TrustError.self) { try kelvin.verify(cosigned(by: [2])) }
        let latin1 = Array("group caf".utf8) + [0xE9] + Array(" any w\nquorum caf".utf8) + [0xE9, 0x0A]
        let lines = Array("witness w \(witnesses[0].verifierKey)\n".utf8) + latin1
        #expect(throws: Never.self) { try TrustPolicy(lines) }
    }

    /// What follows a log and six witnesses on lines 1 to 7, the line to blame, and a part of what the error says.
    @Test(arguments: [
        ("", 7, "quorum"), ("quorum w7\n", 8, "w7"), ("quorum w1\nquorum w1\n", 9, "exactly one"),
        ("quorum w1 w2\n", 8, "2 items"), ("quorum\n", 8, "0 items"), ("quorum none", 8, "newline"),
        ("quorum later\ngroup later any w1\n", 8, "defined above"),
        ("group g 0 w1\n", 8, "1 to 1"), ("group g 3 w1 w2\n", 8, "1 to 2"), ("group g 01 w1\n", 8, "01"),
        ("group g some w1\n", 8, "some"), ("group g any\n", 8, "2 items"), ("group g all none\n", 8, "none"),
        ("group g all g\n", 8, "defined above"), ("group w1 all w2\n", 8, "taken"), ("group none all w2\n", 8, "taken"),
        ("group g all w1 w1\n", 8, "one group only"), ("group g all w1\ngroup h all w1\n", 9, "one group only"),
        ("witness w7\n", 8, "1 items"), ("witness w7 nonsense\n", 8, "name+id+key"), ("logs\n", 8, "logs"),
        ("quorum\u{0B}none\n", 8, "control"), ("quorum none\r\n", 8, "control"), ("# \u{7F}\n", 8, "control"),
    ])
    func aMalformedPolicyIsRefusedWithItsLine(lines: String, line: Int, says: String) throws {
        let error = try #require(throws: FormatError.self) { try policy(lines) }
        #expect(error.line == line)
        #expect(error.description.contains(says), "\(error)")
    }

    @Test func aPublicKeyAppearsOnceAndInItsOwnRole() throws {
        let (log, witness) = (fixture.logKey.verifierKey, witnesses[0].verifierKey)
        let renamed = try VerifierKey(name: KeyName("renamed.example")!, type: .ed25519, publicKey: log.publicKey)
        let twin = try VerifierKey(name: KeyName("twin.example")!, type: .cosignature, publicKey: witness.publicKey)
        for lines in ["log \(renamed)\n", "witness w7 \(twin)\n", "log \(twin)\n", "witness w7 \(renamed)\n"] {
            #expect(throws: FormatError.self, "\(lines)") { try policy(lines + "quorum none\n") }
        }
    }

    @Test func thirtyTwoOfAKindAreSupportedAndAChainOf32Groups() throws {
        var lines = ""
        for number in 0..<32 {
            let key = CosignerKey(name: KeyName("w.example")!).verifierKey
            lines += "log \(SignerKey(name: KeyName("l.example")!).verifierKey)\nwitness x\(number) \(key)\n"
            lines += "group g\(number) all x\(number)\(number > 0 ? " g\(number - 1)" : "")\n"
        }
        let policy = try TrustPolicy(Array((lines + "quorum g31\n").utf8))
        #expect(policy.logs.count == 32 && policy.witnesses.count == 32)
        #expect(policy.quorum.isMet(by: Set(policy.witnesses.map(\.key))))
        #expect(!policy.quorum.isMet(by: Set(policy.witnesses.dropFirst().map(\.key))))
    }

    @Test(arguments: [
        ("# one\n\nlog KEYx\nquorum none\n", "policy, line 3: found a key with something else after the id"),
        ("log KEY\nwitness w a+b+c\nquorum none\n", "policy, line 2: found a key with \"b\""),
        ("", "policy: found the end, expected a quorum line"),
        ("log KEY\n", "policy, line 1: found the end, expected a quorum line"),
    ])
    func anErrorNamesTheLineOfThePolicy(text: String, message: String) throws {
        let text = text.replacingOccurrences(of: "KEY", with: fixture.expected.log_vkey)
        let error = try #require(throws: FormatError.self) { try TrustPolicy(Array(text.utf8)) }
        #expect(error.description.hasPrefix(message), "\(error)")
    }

    /// This software's own line: who appointed everybody that acts for the house.
    @Test func aPolicyNamesAllThreeFoundersOrNone() throws {
        let keys: [[UInt8]] = [1, 2, 3].map { [$0] + [UInt8](repeating: 0xA0 + $0, count: 32) }
        let digits = keys.map { $0.map { String(format: "%02x", $0) }.joined() }
        let lines = digits.map { "founder \($0)\n" }
        let all = lines.joined()
        let policy = try policy(all + "quorum none\n")
        #expect(policy.founders == Set(keys))
        #expect(try self.policy("quorum none\n").founders.isEmpty)
        let fourth = "founder 01\(String(repeating: "b", count: 64))\n"
        let wrong: [String] = [
            lines[0], lines[0] + lines[1], all + lines[0], all + "founder 01\n", all + fourth, "founder \n",
            "founder \(digits[0]) \(digits[1])\n", "founder 04\(digits[0].dropFirst(2))\n",
            "founder x\(digits[0].dropFirst())\n",
        ]
        for text in wrong { #expect(throws: FormatError.self) { try self.policy(text + "quorum none\n") } }
    }
}
