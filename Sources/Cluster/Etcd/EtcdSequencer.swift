#if Server
    import Platform
    import TextFormats

    /// The sequencer over etcd 3.4 or newer.
    ///
    /// An append is one transaction: if `head` has the revision, put the batch and the head. etcd answers when the transaction is
    /// synced on a majority of its members. All reads are linearizable, etcd's default.
    package final class EtcdSequencer: Sequencer {
        let client: EtcdClient
        let keys: EtcdKeys
        /// The node whose session this is.
        let node: String
        let settings: EtcdSettings
        /// The session's state. Only one renewal runs at a time.
        let lease = Guarded(EtcdLease())

        /// - Parameters:
        ///   - settings: the members and how to reach them.
        ///   - origin: the ledger's name in its checkpoints.
        ///   - node: this node's name.
        /// - Throws: `SequencerError` for certificates that cannot be read, and without endpoints.
        package init(_ settings: EtcdSettings, origin: String, node: String) throws(SequencerError) {
            client = try EtcdClient(settings)
            keys = EtcdKeys(origin: origin)
            self.node = node
            self.settings = settings
        }

        // MARK: The head

        package func head() async throws(SequencerError) -> SequencedHead? {
            guard let entry = try await entry(keys.head) else { return nil }
            return try Self.head(entry)
        }

        static func head(_ entry: EtcdEntry) throws(SequencerError) -> SequencedHead {
            do throws(TailHeadError) {
                return SequencedHead(head: try TailHead(bytes: entry.value), revision: entry.revision)
            } catch {
                throw SequencerError(error.description)
            }
        }

        package func found(_ head: TailHead) async throws(SequencerError) -> Bool {
            let request: JSON = [
                "compare": [
                    [
                        "key": .key(keys.head), "target": "CREATE", "result": "EQUAL",
                        "create_revision": .number64(0),
                    ]
                ],
                "success": [["request_put": ["key": .key(keys.head), "value": .base64(head.bytes)]]],
            ]
            return try await client.read("/v3/kv/txn", request)["succeeded"]?.boolean ?? false
        }

        // MARK: The log

        package func append(_ batch: [UInt8], as head: TailHead, after revision: UInt64) async -> AppendAnswer {
            let request: JSON = [
                "compare": [
                    [
                        "key": .key(keys.head), "target": "MOD", "result": "EQUAL",
                        "mod_revision": .number64(revision),
                    ]
                ],
                "success": [
                    ["request_put": ["key": .key(keys.batch(head.number)), "value": .base64(batch)]],
                    ["request_put": ["key": .key(keys.head), "value": .base64(head.bytes)]],
                ],
            ]
            do throws(EtcdFailure) {
                let answer = try await client.change("/v3/kv/txn", request)
                guard answer["succeeded"]?.boolean == true else { return .refused }
                guard let revision = answer["header"]?["revision"]?.number64 else {
                    return .unclear("etcd's answer has no revision")
                }
                return .appended(revision)
            } catch {
                return .unclear(error.description)
            }
        }

        package func batches(
            after number: UInt64, limit: TailLimit
        ) async throws(SequencerError) -> [SequencedBatch] {
            let request: JSON = [
                "key": .key(keys.batch(number + 1)), "range_end": .key(keys.afterBatches),
                "limit": .number64(UInt64(limit.batches)),
            ]
            var batches: [SequencedBatch] = []
            for entry in try await entries(request) {
                guard let number = keys.number(ofBatch: entry.key) else {
                    throw SequencerError("etcd has a key among the batches that is not a batch's")
                }
                batches.append(SequencedBatch(number: number, bytes: entry.value))
            }
            return batches
        }

        package func removeBatches(before number: UInt64) async throws(SequencerError) {
            guard number > 0 else { return }
            let range: JSON = ["key": .key(keys.batch(0)), "range_end": .key(keys.batch(number))]
            _ = try await client.read("/v3/kv/deleterange", range)
        }

        /// Compacts etcd's history up to now. The history of other keys in the same etcd is compacted as well.
        package func compact() async throws(SequencerError) {
            let answer = try await client.read("/v3/kv/range", ["key": .key(keys.head), "keys_only": .bool(true)])
            guard let revision = answer["header"]?["revision"]?.number64 else {
                throw SequencerError("etcd's answer has no revision")
            }
            do throws(EtcdFailure) {
                _ = try await client.change("/v3/kv/compaction", ["revision": .number64(revision)])
            } catch .refused(EtcdFailure.outOfRange, _) {
                // Compacted already, up to here or further.
            } catch {
                throw SequencerError(error.description)
            }
        }

        // MARK: Reading

        func entry(_ key: String) async throws(SequencerError) -> EtcdEntry? {
            try await entries(["key": .key(key)]).first
        }

        func entries(_ range: JSON) async throws(SequencerError) -> [EtcdEntry] {
            let answer = try await client.read("/v3/kv/range", range)
            var entries: [EtcdEntry] = []
            for value in answer["kvs"]?.elements ?? [] {
                guard let entry = EtcdEntry(value) else { throw SequencerError("etcd's answer has a broken entry") }
                entries.append(entry)
            }
            return entries
        }
    }
#endif
