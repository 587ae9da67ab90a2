import Draft
import DraftLedger
import Records
import TestSupport
import Testing

/// Fingerprints stand in every record and contents' digests in every receipt: they stay what they are for ever.
@Suite struct FingerprintGoldenTests {
    @Test func fingerprintsAndDigestsAreThoseOfBefore() throws {
        let lines = CommandSamples.all.map { command in
            let fingerprint = String(command.fingerprint, radix: 16)
            let zeros = String(repeating: "0", count: 8 - fingerprint.count)
            return "\(command.kind) \(zeros)\(fingerprint) \(command.contentDigest.hexadecimal)\n"
        }
        #expect(try GoldenFile("requests/fingerprints.txt").difference(from: lines.joined()) == nil)
    }

    @Test func everyKindOfCommandIsAmongTheSamples() {
        #expect(Set(CommandSamples.all.map(\.kind)) == Set(CommandKind.allCases))
    }
}
