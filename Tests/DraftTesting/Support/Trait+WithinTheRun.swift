package import Testing

extension Trait where Self == TimeLimitTrait {
    /// For what would hang if it broke: it then fails by its name.
    ///
    /// The limit is the one of a whole run on a slow machine. Between two steps a test stands behind all others of its process, so nothing
    /// shorter tells a hang from a machine that has much to do.
    package static var withinTheRun: Self { .timeLimit(.minutes(60)) }
}
