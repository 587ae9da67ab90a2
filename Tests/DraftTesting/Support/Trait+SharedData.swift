package import Testing

extension Trait where Self == ConditionTrait {
    /// Skips a test where the real drafts are not beside the project.
    package static var withSharedCases: Self {
        .enabled("no files of sites in ../shared/cases") { SharedData.hasCases }
    }
    package static var withSharedData: Self { .enabled("no real drafts in ../shared/real") { SharedData.isThere } }
    package static var withSharedGames: Self { .enabled("no real games in ../shared/real/nba") { SharedData.hasNBA } }
}
