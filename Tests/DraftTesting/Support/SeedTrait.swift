package import Testing

/// Says, where a test fails, the seeds of the generators that it had made until then.
package struct SeedTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let seeds = Seeds()
        let saying = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            issue.comments += seeds.comment.map { [$0] } ?? []
            return issue
        }
        try await Seeds.$used.withValue(seeds) {
            try await saying.provideScope(for: test, testCase: testCase, performing: function)
        }
    }
}

extension Trait where Self == SeedTrait {
    /// For what draws numbers at random: a failure says from which seed.
    package static var seeded: Self { SeedTrait() }
}

/// The seeds that one test has used.
final class Seeds: Sendable {
    @TaskLocal static var used: Seeds?

    /// Of many that a loop tries the last few: it fails at the one that it has just come to.
    private static let kept = 4
    private let last = Locked<[UInt64]>([])

    func note(_ seed: UInt64) { last.withLock { $0 = $0.suffix(Self.kept - 1) + [seed] } }

    var comment: Comment? {
        let seeds = last.withLock { $0 }
        guard !seeds.isEmpty else { return nil }
        return Comment(rawValue: "last seeds: " + seeds.map { String($0) }.joined(separator: ", "))
    }
}
