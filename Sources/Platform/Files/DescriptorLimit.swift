#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many descriptors, of files and of connections, the process may have open at a time.
package enum DescriptorLimit {
    /// Raises it as far as the system lets a process do that by itself: it begins far lower, for old programs' sake.
    ///
    /// - Returns: how many that are; nil where the system does not say.
    package static func raise() -> Int? {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        let least = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        // If it cannot be raised, it stays as it is.
        let isRaised = setrlimit(resource, &limit) == 0
        return Int(clamping: isRaised ? limit.rlim_max : least)
    }
}
