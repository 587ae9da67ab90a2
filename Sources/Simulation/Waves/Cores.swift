#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

enum Cores {
    /// Processors that threads can run on now, at least 1.
    static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
