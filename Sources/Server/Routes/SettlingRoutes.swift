import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Merkle
import Pages
import Replay

/// The routes of an officer's work on a room: disputes, evidence, audits. They also replay a draft for its viewers.
struct SettlingRoutes: RouteGroup {
    let reader: LedgerReader
    let results: Results

    init(_ server: ServerServices) {
        (reader, results) = (server.reader, server.results)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/rooms/{room}/dispute", id: "getPickDispute", tag: .cases, "Judge a pick by the rules.",
                cost: .report, access: .checked(.claimants), privacy: .afterDraft,
                query: [
                    .pick, .claimantsSeat,
                    .choice(
                        "about", of: DisputeTopic.self, "The topic of the complaint, which the headline answers."),
                ],
                answers: .page("PickDispute")
            ) { try await $0.dispute($1) },
            route(
                .get, "/v1/entries/{entry}/dispute", id: "getScoreDispute", tag: .cases, "Judge a score by the rules.",
                cost: .report, access: .checked(.claimants), privacy: .afterDraft, query: [.scoreWeek],
                answers: .page("ScoreDispute")
            ) { try await $0.scoreDispute($1) },
            route(
                .get, "/v1/rooms/{room}/evidence", id: "getPickEvidence", tag: .cases,
                "Download the evidence about a pick.",
                cost: .report, access: .checked(.claimants), privacy: .afterDraft, query: [.pick, .claimantsSeat],
                answers: .file("application/x-tar")
            ) { try await $0.evidence($1) },
            route(
                .get, "/v1/entries/{entry}/evidence", id: "getScoreEvidence", tag: .cases,
                "Download the evidence about a score.", cost: .report, access: .checked(.claimants),
                privacy: .afterDraft, query: [.scoreWeek], answers: .file("application/x-tar")
            ) { try await $0.scoreEvidence($1) },
            route(
                .get, "/v1/rooms/{room}/audit", id: "auditRoom", tag: .cases, "Audit a room whose draft is over.",
                cost: .report, access: .checked(.draftOver), privacy: .afterDraft, answers: .page("AuditReport")
            ) {
                try await $0.audit($1) { ledger, room in AuditPage(report: try Audit(ledger).run(room: room)) }
            },
            route(
                .get, "/v1/rooms/{room}/signatures", id: "verifyRoomSignatures", tag: .cases,
                "Verify the signatures of a room's commands.", cost: .read, access: .checked(.draftOver),
                privacy: .afterDraft, answers: .page("RoomSignatures")
            ) {
                try await $0.audit($1) { ledger, room in
                    SignaturesPage(report: try SignatureAudit(ledger).run(room: room))
                }
            },
            route(
                .get, "/v1/rooms/{room}/replay.html", id: "getRoomReplay", tag: .rooms,
                "Get a page that replays a draft.",
                cost: .report, access: .checked(.spectators), privacy: .filtered, answers: .html
            ) { try await $0.replay($1) },
        ]
    }

    /// A claim to a pick of a room.
    private struct Claim: Sendable {
        var room: RoomID
        var pick: PickNumber
        var seat: Seat?
    }

    /// Reads the claim, and checks the access of the caller: officers, and the claimant when the draft is over and a case
    /// about that pick is recorded. An earlier answer would disclose what others tried without success.
    private func claim(_ exchange: Exchange) async throws -> Claim {
        let (id, caller) = (RoomID(try exchange.number("room")), exchange.caller)
        let pick = try exchange.number(ofQuery: "pick", as: PickNumber.self)
        let seat = try exchange.natural("seat").map { Seat($0) }
        let (claim, cases) = (Claim(room: id, pick: pick, seat: seat), results.cases)
        try await reader.read { ledger in
            let room = try ledger.room(id)
            if caller.roles.contains(.officer) {
                guard room != nil else { throw Problem(.notFound, "There is no room \(id).") }
                return
            }
            let isOwn = try room.map {
                try $0.status.isTerminal && caller.hasOpened(claim.pick, seat, of: $0, cases, in: ledger)
            }
            try caller.demand(isOwn ?? false, "A dispute about which you have no case, or whose draft is under way")
        }
        return claim
    }

    @Sendable
    private func dispute(_ exchange: Exchange) async throws -> Response {
        let topic = try exchange.choice("about", of: DisputeTopic.self)
        let (claim, ledger) = (try await claim(exchange), reader.ledger)
        return try await exchange.longPage(from: reader) { _ in
            if let fault = try ledger.claimFault(seat: claim.seat, pick: claim.pick, of: claim.room) {
                throw Problem(.notFound, fault)
            }
            return try Self.telling {
                let report = try Dispute(ledger).judge(
                    room: claim.room, pick: claim.pick, seat: claim.seat, about: topic)
                return (DisputePage(report: report, names: LedgerNames(ledger)), nil)
            }
        }
    }

    /// Returns the score of an entry in a week, and who was right. It is for officers and for the entry's own user, who
    /// learns nothing that is not in the contest's standings and the season.
    @Sendable
    private func scoreDispute(_ exchange: Exchange) async throws -> Response {
        let (entry, week) = try scoreClaim(exchange)
        let (caller, ledger) = (exchange.caller, reader.ledger)
        try await reader.read { ledger in
            let own = try caller.seat(of: entry, in: ledger.room(entry.room)) != nil
            try caller.demand(own || caller.roles.contains(.officer), "A dispute about another's score")
        }
        return try await exchange.longPage(from: reader) { _ in
            try Self.telling {
                let report = try Dispute(ledger).judge(entry: entry, week: week)
                return (ScoreDisputePage(report: report, names: LedgerNames(ledger)), nil)
            }
        }
    }

    /// The entry and the week of a claim about a score.
    private func scoreClaim(_ exchange: Exchange) throws -> (entry: EntryID, week: UInt8) {
        let entry = EntryID(try exchange.number("entry", upTo: UInt64(Int64.max)))
        return (entry, try exchange.number(ofQuery: "week", as: UInt8.self))
    }

    @Sendable
    private func evidence(_ exchange: Exchange) async throws -> Response {
        let claim = try await claim(exchange)
        return try await bundle(exchange) { ledger, latest, published in
            try EvidenceBundle(
                of: claim.room, pick: claim.pick, seat: claim.seat, in: ledger, latest: latest, published: published)
        }
    }

    /// Returns the evidence. It is for officers, and for the entry's own user when the draft is over and a case about
    /// that week is recorded. The records of the drafts disclose what others tried without success.
    @Sendable
    private func scoreEvidence(_ exchange: Exchange) async throws -> Response {
        let (entry, week) = try scoreClaim(exchange)
        let (caller, cases) = (exchange.caller, results.cases)
        try await reader.read { ledger in
            guard !caller.roles.contains(.officer) else { return }
            let room = try ledger.room(entry.room)
            let isOwn = try caller.seat(of: entry, in: room).map { seat in
                try room?.status.isTerminal == true
                    && caller.hasOpened(cases, in: ledger) {
                        $0.room == entry.room && $0.seat == seat && $0.week == week
                    }
            }
            try caller.demand(
                isOwn ?? false, "Evidence about a score about which you have no case, or whose draft is under way")
        }
        return try await bundle(exchange) { ledger, latest, published in
            try EvidenceBundle(of: entry, week: week, in: ledger, latest: latest, published: published)
        }
    }

    /// The bundle as one tar archive, proven in a published checkpoint.
    private func bundle(
        _ exchange: Exchange,
        _ gather: @escaping @Sendable (DraftLedger, SignedCheckpoint, [SignedCheckpoint]) throws -> EvidenceBundle
    ) async throws -> Response {
        let (ledger, reads) = (reader.ledger, exchange.reads)
        let (name, archive) = try await reader.longReads.read(for: exchange.channel) { _ in
            try Self.telling {
                let bundle = try Self.proven(in: ledger, gather)
                for id in try bundle.rooms() {
                    guard let room = try ledger.room(id), room.status.isTerminal else {
                        throw Problem(
                            .forbidden, "The bundle has records of room \(id), whose draft is not over.")
                    }
                    for user in room.members.compactMap({ $0?.user }) { reads.note(user, .draft, room: id) }
                }
                return (bundle.claim.fileName, try bundle.archive(signedBy: try ledger.verifierKey()))
            }
        }
        var headers = HTTPFields()
        headers[.contentType] = "application/x-tar"
        headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        headers[.cacheControl] = "private, no-cache"
        return Response(status: .ok, headers: headers, body: .init(archive))
    }

    private static func proven(
        in ledger: DraftLedger, _ gather: (DraftLedger, SignedCheckpoint, [SignedCheckpoint]) throws -> EvidenceBundle
    ) throws -> EvidenceBundle {
        if let published = try ledger.publishedCheckpoint() {
            do {
                return try gather(ledger, published, try ledger.checkpointHistory())
            } catch EvidenceError.notCovered {
                // It was published before what the evidence needs.
            }
        }
        return try gather(ledger, try ledger.publishCheckpoint(), try ledger.checkpointHistory())
    }

    /// Audits the rules or the signatures of a room, for officers.
    private func audit<Found: Page & SendableMetatype>(
        _ exchange: Exchange, _ run: @escaping @Sendable (DraftLedger, RoomID) throws -> Found
    ) async throws -> Response {
        let (id, caller, ledger) = (RoomID(try exchange.number("room")), exchange.caller, reader.ledger)
        try caller.demand(caller.roles.contains(.officer), "An audit")
        guard try await reader.read({ try $0.room(id) }) != nil else {
            throw Problem(.notFound, "There is no room \(id).")
        }
        return try await exchange.longPage(from: reader) { _ in (try run(ledger, id), nil) }
    }

    /// Returns the page of `draftledger replay --html`, with the viewer's own queue and without others' refused attempts.
    @Sendable
    private func replay(_ exchange: Exchange) async throws -> Response {
        let (id, caller, ledger) = (RoomID(try exchange.number("room")), exchange.caller, reader.ledger)
        let reads = exchange.reads
        let room = try await reader.read { ledger in
            guard let room = try ledger.room(id) else { throw Problem(.notFound, "There is no room \(id).") }
            try caller.demand(caller.maySee(room), "Room \(id)")
            return room
        }
        let html = try await reader.longReads.read(for: exchange.channel) { _ in
            let view = try ledger.view(of: room)
            let seats = room.members.indices.filter { room.members[$0] != nil }.map { Seat($0) }
            let viewer = caller.user.flatMap(room.seat)
            let taken = try viewer.map { try ledger.position(ofTaking: $0, in: id) } ?? 0
            let contest = try room.tournament.flatMap { try ledger.tournament($0)?.details.title }
            var options = ReplayPage.Options(
                title: contest.map { "\($0), room \(id)" }, viewer: viewer,
                seatNames: Dictionary(uniqueKeysWithValues: seats.map { ($0, view.name(of: $0)) }))
            options.links = [("Draft", "/draft/\(id)")]
            if let tournament = room.tournament { options.links.append(("Contest", "/tournament/\(tournament)")) }
            options.links.append(("Lobby", "/"))
            options.shows = { recorded in
                if case .queue = recorded.stream, recorded.position < taken { return false }
                guard caller.maySee(recorded, of: room) else { return false }
                reads.note(recorded, of: room)
                return true
            }
            return try ReplayPage(try RoomHistory(of: id, in: ledger), in: ledger, options: options).html()
        }
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "private, no-cache"
        headers[.vary] = "Authorization, Cookie"
        // The page is one file with an inline script. In a sandbox it has no origin, and cannot access our data.
        headers[.contentSecurityPolicy] =
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts"
        return Response(status: .ok, headers: headers, body: .init(Array(html.utf8)))
    }

    /// Reports claims that cannot be judged with the messages of the command line.
    private static func telling<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DisputeError {
            throw Problem(.notFound, error.description)
        } catch let error as EvidenceError {
            throw Problem(.notFound, error.description)
        } catch let error as ScoreDisputeError {
            throw Problem(.notFound, error.description)
        }
    }
}

extension Caller {
    /// Whether a case of the caller's own about a claim is on record.
    fileprivate func hasOpened(
        _ cases: CaseIndex, in ledger: DraftLedger, where isClaimed: (DisputeOpened) -> Bool
    ) throws -> Bool {
        guard let user else { return false }
        return try cases.has(by: user, in: ledger, where: isClaimed)
    }

    /// The seat on which an entry of the caller's own was drafted; nil for another's.
    fileprivate func seat(of entry: EntryID, in room: RoomState?) -> Seat? {
        guard let user, let members = room?.members else { return nil }
        return members.firstIndex { $0?.entry == entry && $0?.user == user }.map { Seat($0) }
    }

    /// Whether a case of the caller's own about a pick is on record.
    ///
    /// - Parameter seat: the claimant's; nil for the seat whose pick it is.
    fileprivate func hasOpened(
        _ pick: PickNumber, _ seat: Seat?, of room: RoomState, _ cases: CaseIndex, in ledger: DraftLedger
    ) throws -> Bool {
        let slot = Int(room.ruleset.snake.slot(of: pick))
        guard let user, let claimed = seat ?? (slot < room.seatOfSlot.count ? room.seatOfSlot[slot] : nil),
            room.member(at: claimed)?.user == user
        else { return false }
        return try hasOpened(cases, in: ledger) { $0.room == room.id && $0.pick == pick && $0.seat == claimed }
    }
}
