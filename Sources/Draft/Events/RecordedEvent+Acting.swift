/// The acting sender, as opposed to automatic consequences: for views that name the sender.
extension RecordedEvent {
    /// The sender, if that is neither the stream's own user nor the rules; nil for events that only follow from
    /// another event, and for history that an importer tells.
    ///
    /// - Parameter holder: who sits on a seat of a room; nil where that is not known.
    package func otherActor(holder: (Seat, RoomID) -> UserID?) -> Sender? {
        guard let actor = origin?.actor, event.actorRule != .consequence else { return nil }
        if case .access(let read) = event.account { return .admin(read.reader) }
        switch actor.role {
        case .scheduler: return nil
        case .importer: return event.isImportersAct ? actor : nil
        case .provider: return event.actorRule == .provider ? nil : actor
        case .admin:
            // A verdict names its judge itself.
            if case .resolved(let resolved) = event.caseStep, resolved.resolvedBy == actor.user { return nil }
            return actor
        case .user:
            if event.actorRule != .member { return event.followsFromJoin ? nil : actor }
            guard let owner = owner(holder: holder), let user = actor.user else { return nil }
            return owner == user ? nil : actor
        }
    }

    /// The user whose it is: of the seat, the queue, the wallet, the account or the claim.
    package func owner(holder: (Seat, RoomID) -> UserID?) -> UserID? {
        switch event.membership {
        case .taken(let taken): return taken.user
        case .left(let left): return left.user
        case nil: break
        }
        if case .opened(let opened) = event.caseStep { return opened.claimant }
        return switch stream {
        case .wallet(let user), .user(let user): user
        case .queue(let room, let seat): holder(seat, room)
        case .room(let room): event.seat.flatMap { holder($0, room) }
        case .system, .pool, .tournament, .dispute, .staff, .measure, .clock, .season, .aliases, .notes: nil
        }
    }

    /// Whether it is an accountable action of staff, a provider or an importer. Automatic steps and consequences of an
    /// action are not, except pauses for an outage, which stop the clocks of members.
    package var isStaffAct: Bool {
        guard let actor = origin?.actor, event.actorRule != .consequence else { return false }
        // The server records it in the reader's place.
        if case .access = event.account { return true }
        switch actor.role {
        case .user: return false
        // The scheduler only sends what the rules do by themselves, under the number of its account if it has one; a pause
        // for an outage is its own statement.
        case .scheduler: return isOutagePause
        case .importer: return event.isImportersAct
        case .admin, .provider: return true
        }
    }

    /// Whether it pauses a room for an outage.
    package var isOutagePause: Bool {
        if case .paused(let paused) = event.clock { paused.kind == .outage } else { false }
    }

    /// Whether a start of the service makes it before it resumes the first room, or a node of a cluster that takes over.
    package var isOfBrokenStart: Bool {
        if isOutagePause { return origin?.actor.role == .scheduler }
        return event.type == .softwareStarted || event.type == .leaderChanged
    }
}

extension Event {
    /// The party whose act it is.
    var actorRule: ActorRule {
        // Autodraft also follows from missed picks and from corrections.
        if case .autodraft(let set) = seatChange, set.cause != .userWish { return .consequence }
        return type.facts.actor
    }

    /// Whether a user's join can lead to it although it is not the user's own.
    fileprivate var followsFromJoin: Bool { if case .opened = preparation { true } else { false } }

    /// Whether an importer that causes it acts itself, and does not tell of an act elsewhere.
    fileprivate var isImportersAct: Bool { traits.contains(.importerAct) }
}
