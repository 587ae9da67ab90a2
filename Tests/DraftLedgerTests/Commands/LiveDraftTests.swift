import DraftLedger
import DraftTesting
import Testing

/// Text drafts by commands that go to disk and come back.
@Suite struct LiveDraftTests {
    @Test(arguments: SampleDrafts.all)
    func aDraftComesToTheSameLiveAsByTheRulesAlone(script: String) throws {
        var desk = try LiveDesk(script)
        try expectDraft(script, on: &desk)
        #expect(try desk.ledger.verify().isSound)
    }
}
