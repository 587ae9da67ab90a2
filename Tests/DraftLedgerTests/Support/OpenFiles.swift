import Foundation

/// Runs `body` while the process can open no further file. For exit tests: the limit stays lower afterwards.
func withoutFreeFiles(_ body: () throws -> Void) rethrows {
    #if canImport(Darwin)
        let resource = RLIMIT_NOFILE
    #else
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit(rlim_cur: 64, rlim_max: 64)
    setrlimit(resource, &limit)
    var held: [Int32] = []
    while held.last != -1 { held.append(open("/dev/null", O_RDONLY)) }
    defer { held.forEach { close($0) } }
    try body()
}
