import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Skips a test where the real drafts are not beside the project.
    static var withSharedData: Self { .enabled("no real drafts in ../shared/real") { SharedData.isThere } }
}
