import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The cores of this machine, and work that is spread over them.
package enum Cores {
    /// How many this process may run on; at least 1.
    package static let count = max(1, usable())

    /// Calls `body` with the numbers from 0 on, begun in order, on several threads at once.
    ///
    /// A thread takes the next number when it is done with one, so no thread waits for a slow one. A number costs some
    /// 10 ns.
    ///
    /// - Throws: the failure of the lowest number that failed. No further number is begun after a failure; those under
    ///   way are finished.
    package static func forEach<Failure: Error>(
        _ count: Int, threads: Int = Cores.count, _ body: @Sendable (Int) throws(Failure) -> Void
    ) throws(Failure) {
        _ = try accumulate(count, threads: threads, from: {}) { (number: Int, _: inout Void) throws(Failure) in
            try body(number)
        }
    }

    /// The same, where each thread gathers what it makes of its numbers.
    ///
    /// - Parameters:
    ///   - start: what a thread begins with, made on it.
    ///   - body: takes a number into what the thread has gathered so far.
    /// - Returns: what each thread has gathered, in no order.
    package static func accumulate<Gathered, Failure: Error>(
        _ count: Int, threads: Int = Cores.count, from start: @Sendable () -> Gathered,
        _ body: @Sendable (_ number: Int, inout Gathered) throws(Failure) -> Void
    ) throws(Failure) -> [Gathered] {
        let next = Atomic<Int>(0)
        let hasFailed = Atomic<Bool>(false)
        // Numbers are begun in order, so all numbers below a failed one are finished too: the lowest failure is
        // deterministic.
        let lowest = Guarded<(number: Int, failure: Failure)?>(nil)
        let all = Guarded<[Gathered]>([])
        DispatchQueue.concurrentPerform(iterations: min(threads, count)) { _ in
            var mine = start()
            while !hasFailed.load(ordering: .relaxed) {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < count else { break }
                do throws(Failure) {
                    try body(number, &mine)
                } catch {
                    hasFailed.store(true, ordering: .relaxed)
                    lowest.withLock { lowest in
                        if let earlier = lowest, earlier.number < number { return }
                        lowest = (number, error)
                    }
                }
            }
            all.withLock { $0.append(mine) }
        }
        if let (_, failure) = lowest.withLock({ $0 }) { throw failure }
        return all.withLock { $0 }
    }

    /// Returns the results of `body` for every element, in the elements' order, computed on several threads at once.
    ///
    /// An element costs a lock besides: let one be worth some microseconds.
    ///
    /// - Throws: the failure of the first element that failed; see `forEach`.
    package static func map<Element: Sendable, Value: Sendable, Failure: Error>(
        _ elements: [Element], threads: Int = Cores.count, _ body: @Sendable (Element) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        let values = Guarded<[Value?]>(Array(repeating: nil, count: elements.count))
        try forEach(elements.count, threads: threads) { (number: Int) throws(Failure) in
            let value = try body(elements[number])
            values.withLock { $0[number] = value }
        }
        return values.withLock { $0.compactMap(\.self) }
    }

    /// Those that this process may be given; where the system does not say, those that are running.
    private static func usable() -> Int {
        let mask = allowed().reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
        return mask > 0 ? mask : sysconf(Int32(_SC_NPROCESSORS_ONLN))
    }

    /// Linux's list of cores, which containers and `taskset` narrow, as hexadecimal digits; empty elsewhere.
    private static func allowed() -> Substring {
        // The file is missing on systems without /proc.
        guard let status = try? OpenFile("/proc/self/status", .read).contents() else { return "" }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("Cpus_allowed:") }?.drop { $0 != "\t" } ?? ""
    }
}
