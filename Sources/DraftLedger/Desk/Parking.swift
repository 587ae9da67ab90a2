/// Commands that are put aside until what they need has been read, and those behind them that must not overtake them.
struct Parking {
    private struct Lane {
        /// In the order of their arrival. The first one waits for its needs, the others for it.
        var envelopes: [CommandDesk.Envelope]
        /// What the first one still waits for.
        var needs: Set<Need>
    }

    /// How many lanes wait.
    var count: Int { lanes.count }

    private var lanes: [UInt64: Lane] = [:]
    /// The lanes that wait for something, in the order in which they came to.
    private var waiting: [Need: [UInt64]] = [:]

    /// Keeps a command in its place behind one that was put aside.
    ///
    /// - Returns: false where there is none before it.
    mutating func holdBack(_ envelope: CommandDesk.Envelope) -> Bool {
        lanes[envelope.lane]?.envelopes.append(envelope) != nil
    }

    /// Puts a command aside. Its lane is free.
    ///
    /// - Returns: the needs that nobody has waited for so far.
    mutating func park(_ envelope: CommandDesk.Envelope, for needs: [Need]) -> [Need] {
        lanes[envelope.lane] = Lane(envelopes: [envelope], needs: Set(needs))
        return needs.filter { need in
            waiting[need, default: []].append(envelope.lane)
            return waiting[need]?.count == 1
        }
    }

    /// Whether a command waits for something.
    func awaits(_ need: Need) -> Bool { waiting[need] != nil }

    /// Takes out the lanes whose first commands have all that they needed now.
    ///
    /// - Returns: of each lane, its commands in the order of their arrival.
    mutating func supply(_ need: Need) -> [[CommandDesk.Envelope]] {
        (waiting.removeValue(forKey: need) ?? []).compactMap { lane in
            lanes[lane]?.needs.remove(need)
            guard lanes[lane]?.needs.isEmpty == true else { return nil }
            return takeOut(lane)
        }
    }

    /// Takes out all lanes that wait for something that cannot be had.
    ///
    /// - Returns: of each, its commands in the order of their arrival: it is the first one that needed it.
    mutating func fail(_ need: Need) -> [[CommandDesk.Envelope]] {
        (waiting.removeValue(forKey: need) ?? []).compactMap { lane in
            for other in lanes[lane]?.needs ?? [] where other != need {
                waiting[other]?.removeAll { $0 == lane }
                // What nobody waits for any more is read in vain, and nobody is told.
                if waiting[other]?.isEmpty == true { waiting[other] = nil }
            }
            return takeOut(lane)
        }
    }

    /// Takes out all commands, in the order of their arrival.
    mutating func takeOutAll() -> [CommandDesk.Envelope] {
        defer { self = Parking() }
        return lanes.values.flatMap(\.envelopes).sorted { $0.number < $1.number }
    }

    private mutating func takeOut(_ lane: UInt64) -> [CommandDesk.Envelope]? {
        lanes.removeValue(forKey: lane)?.envelopes
    }
}
