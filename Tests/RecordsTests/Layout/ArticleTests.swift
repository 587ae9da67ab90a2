import Draft
import Records
import Testing

@Suite struct ArticleTests {
    @Test func aNameHasTheArticleThatItIsSpokenWith() {
        #expect("attachEvidence".withArticle == "an attachEvidence")
        #expect("EntryFeeHeld".withCapitalArticle == "An EntryFeeHeld")
        #expect("UserRegistered".withArticle == "a UserRegistered")
        #expect("unknown".withArticle == "an unknown")
        #expect("importer".withArticle == "an importer")
        #expect("makePick".withCapitalArticle == "A makePick")
    }
}
