import DraftTesting
import Testing

/// The drafts that every other desk has to come to as well.
@Suite struct SampleDraftTests {
    @Test(arguments: SampleDrafts.all)
    func aSampleSaysWhatHappensByTheRules(script: String) throws {
        try expectDraft(script)
    }
}
