package import Testing

extension Trait where Self == ConditionTrait {
    /// Skips a test where the real drafts are not beside the project.
    package static var withSharedData: Self { .enabled("no real drafts in ../shared/real") { SharedData.isThere } }
}
