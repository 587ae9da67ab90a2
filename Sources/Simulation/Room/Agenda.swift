import Draft

/// What is about to happen in a room, in the order of time; of two things at the same moment, the first planned.
struct Agenda {
    enum Act {
        // what ends the turn
        case pick(Seat)
        case automate

        // other events
        case latePick(Seat, PickNumber)
        case outOfTurn
        case takenPlayer
        case unknownPlayer
        case queueEdit
        case staleQueue
        case foreignQueue
        case autodraftWish
        case comeBack
        case leave(Seat)
        case connect(Seat)
        case incident(Incident)

        var endsTurn: Bool {
            switch self {
            case .pick, .automate: true
            default: false
            }
        }
    }

    struct Entry {
        var moment: Timestamp
        var act: Act
    }

    /// Latest first, so that the next one is taken off the end.
    private var entries: [Entry] = []

    mutating func add(_ act: Act, at moment: Timestamp) {
        let place = entries.firstIndex { $0.moment <= moment } ?? entries.count
        entries.insert(Entry(moment: moment, act: act), at: place)
    }

    var next: Entry? { entries.last }

    mutating func removeNext() { entries.removeLast() }

    /// A new turn has begun: what was to end the old one is off.
    mutating func dropTurnEnds() { entries.removeAll { $0.act.endsTurn } }
}
