#if Server
    import Platform
    import TextFormats

    /// The state of the keys under this node's lease.
    struct EtcdLease: Sendable {
        /// The lease that etcd has granted; nil before the first one, and after it has expired.
        var id: UInt64?
        /// Whether the leader's key may be this node's: its own, or one of its process before.
        var mayHoldLeader = true
    }

    extension EtcdSequencer {
        package func keep(_ session: Session) async throws(SequencerError) -> SessionAnswer {
            do throws(SequencerError) {
                return try await store(session)
            } catch {
                // The lease may have ended in between: the second time is with a new one.
                lease.withLock { $0.id = nil }
                return try await store(session)
            }
        }

        private func store(_ session: Session) async throws(SequencerError) -> SessionAnswer {
            let lease = try await keepLease()
            let answer = try await storeLeader(session.leader, under: lease)
            try await storeNode(session.node, under: lease)
            return answer
        }

        /// Renews the lease, or takes a new one.
        private func keepLease() async throws(SequencerError) -> UInt64 {
            if let id = lease.withLock({ $0.id }) {
                let answer = try await client.read("/v3/lease/keepalive", ["ID": .number64(id)])
                // An expired lease has no time left.
                if answer["result"]?["TTL"]?.number64 ?? 0 > 0 { return id }
            }
            let seconds = max(1, settings.lease.components.seconds)
            let answer = try await client.read("/v3/lease/grant", ["TTL": .number64(UInt64(seconds)), "ID": "0"])
            guard let id = answer["ID"]?.number64 else { throw SequencerError("etcd's answer has no lease") }
            lease.withLock { $0.id = id }
            return id
        }

        private func storeNode(_ key: NodeKey?, under lease: UInt64) async throws(SequencerError) {
            if let key {
                _ = try await client.read("/v3/kv/put", put(keys.node(node), key.json, under: lease))
            } else {
                _ = try await client.read("/v3/kv/deleterange", ["key": .key(keys.node(node))])
            }
        }

        private func put(_ key: String, _ value: JSON, under lease: UInt64) -> JSON {
            ["key": .key(key), "value": .base64(value.bytes), "lease": .number64(lease)]
        }

        /// Stores the leader's key unless a newer leader has stored its own, or removes it if it is this node's.
        private func storeLeader(_ key: LeaderKey?, under lease: UInt64) async throws(SequencerError) -> SessionAnswer {
            guard key != nil || self.lease.withLock({ $0.mayHoldLeader }) else { return .kept }
            self.lease.withLock { $0.mayHoldLeader = true }
            // Again if another node stores its key in between. It does so about twice a second.
            for _ in 0..<4 {
                let current = try await entry(keys.leader)
                let other = try current.map { (entry) throws(SequencerError) in try LeaderKey(entry.value) }
                let change: JSON
                if let key {
                    if let other, other.epoch > key.epoch { return .superseded }
                    change = ["request_put": put(keys.leader, key.json, under: lease)]
                } else {
                    guard other?.node == node else { return leaderIsGone() }
                    change = ["request_delete_range": ["key": .key(keys.leader)]]
                }
                let isStored = try await client.read(
                    "/v3/kv/txn",
                    [
                        "compare": [
                            [
                                "key": .key(keys.leader), "target": "MOD", "result": "EQUAL",
                                "mod_revision": .number64(current?.revision ?? 0),
                            ]
                        ],
                        "success": [change],
                    ])["succeeded"]?.boolean
                if isStored == true { return key == nil ? leaderIsGone() : .kept }
            }
            throw SequencerError("other nodes changed the leader's key all the time")
        }

        private func leaderIsGone() -> SessionAnswer {
            lease.withLock { $0.mayHoldLeader = false }
            return .kept
        }

        package func leader() async throws(SequencerError) -> LeaderKey? {
            guard let entry = try await entry(keys.leader) else { return nil }
            return try LeaderKey(entry.value)
        }

        package func nodes() async throws(SequencerError) -> [NodeKey] {
            var nodes: [NodeKey] = []
            for entry in try await entries(["key": .key(keys.nodes), "range_end": .key(keys.afterNodes)]) {
                nodes.append(try NodeKey(entry.value))
            }
            return nodes
        }
    }
#endif
