#if Server
    import Platform
    import TextFormats

    extension EtcdSequencer {
        /// Watches the head and the leader's key at one member, and at the next one when that one fails or is silent.
        ///
        /// A leader stores its key with each renewal of its lease, so a stream that is silent for seconds is dead, or there is no
        /// leader.
        package func follow() -> AsyncStream<TailBell> {
            // Several unread bells say no more than one.
            AsyncStream(bufferingPolicy: .bufferingNewest(8)) { continuation in
                let task = Task(executorPreference: ClusterThreads.executor) { [self] in
                    while !Task.isCancelled {
                        await watchOnce { continuation.yield($0) }
                        continuation.yield(.broken)
                        // Cancelled: the loop ends.
                        try? await ClusterThreads.sleep(for: .milliseconds(50))
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }

        private func watchOnce(_ ring: @escaping @Sendable (TailBell) -> Void) async {
            let request: JSON = [
                "create_request": ["key": .key(keys.head), "range_end": .key(keys.afterLeader)]
            ]
            let leader = Array(keys.leader.utf8)
            let lastLeader = Guarded<[UInt8]?>(nil)
            await client.stream("/v3/watch", request) { result in
                guard result["canceled"]?.boolean != true else { return false }
                // A change before the watch began was not seen.
                if result["created"]?.boolean == true { ring(.broken) }
                for event in result["events"]?.elements ?? [] {
                    guard let kv = event["kv"], let entry = EtcdEntry(kv) else { return false }
                    guard entry.key == leader else {
                        ring(.head)
                        continue
                    }
                    // A renewal stores the same value again.
                    let isChanged = lastLeader.withLock { last in
                        defer { last = entry.value }
                        return last != entry.value
                    }
                    if isChanged { ring(.leader) }
                }
                return true
            }
        }
    }
#endif
