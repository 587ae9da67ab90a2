import Foundation

/// The viewer's account, money, teams and devices.
extension DraftClient {
    public func user() async throws(DraftClientError) -> User { try await get("/api/user") }

    /// The wallet.
    public func balance() async throws(DraftClientError) -> Balance { try await get("/api/user/balance") }

    /// Returns the transactions of the viewer's money, the newest first.
    public func transactions() async throws(DraftClientError) -> [Transaction] {
        struct List: Decodable { var transactions: [Transaction] }
        let list: List = try await get("/api/transactions")
        return list.transactions
    }

    public func profile() async throws(DraftClientError) -> UserProfile { try await get("/api/user/profile") }

    /// Sets the name that others see.
    ///
    /// - Parameter name: 1 to 40 visible characters.
    /// - Returns: the profile with it.
    public func setDisplayName(_ name: String) async throws(DraftClientError) -> UserProfile {
        let call = try Call.put("/api/user/profile", ["displayName": name])
        return try value(try await write(call, key: .init()))
    }

    /// - Returns: the alerts as the ledger has them now.
    public func setAlerts(_ alerts: DraftAlerts) async throws(DraftClientError) -> DraftAlerts {
        let key = UUID()
        let call = try Call.put("/api/user/preferences/draft-alerts", alerts, key: key)
        return try value(try await write(call, key: key))
    }

    /// The viewer's teams, the last first.
    public func teams() async throws(DraftClientError) -> [Team] {
        struct List: Decodable { var teams: [Team] }
        let list: List = try await get("/api/teams")
        return list.teams
    }

    /// One of the viewer's teams.
    ///
    /// - Throws: `failed`, with `notFound` for somebody else's.
    public func team(_ id: Team.ID) async throws(DraftClientError) -> Team { try await get("/api/teams/\(id)") }

    /// Of how many of the viewer's teams each player is.
    public func exposure() async throws(DraftClientError) -> Exposure { try await get("/api/exposure") }

    /// Says where the device is reached.
    ///
    /// - Parameter token: Firebase Messaging's, whenever it hands one out.
    public func registerDevice(token: String) async throws(DraftClientError) {
        let key = UUID()
        let call = try Call.post("/api/user/fcm-token", ["token": token], key: key)
        _ = try await write(call, key: key)
    }

    /// Says where the lock screen's view of a draft is reached.
    ///
    /// - Parameters:
    ///   - token: ActivityKit's push token.
    ///   - room: the draft that it shows.
    public func registerLiveActivity(token: [UInt8], of room: DraftRoom.ID) async throws(DraftClientError) {
        let key = UUID()
        let call = try Call.post("/api/draft/\(room)/live-activity-token", ["token": token.hexadecimal], key: key)
        _ = try await write(call, key: key)
    }
}

/// A server that runs on this machine for development, `draftledger serve --dev`: no other answers to these.
extension DraftClient {
    /// A token for a name, with play money the first time.
    public func developmentToken(for name: String) async throws(DraftClientError) -> String {
        struct Issued: Decodable { var token: String }
        let issued: Issued = try value(try await answer(to: .post("/dev/tokens", ["name": name])))
        return issued.token
    }

    /// Fills the room's free seats with bots that autodraft.
    public func fillWithBots(_ room: DraftRoom.ID) async throws(DraftClientError) {
        _ = try await answer(to: .post("/dev/bots", ["room": try number(room)]))
    }
}

extension Sequence<UInt8> {
    /// Two lower-case digits each.
    var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

extension Array<UInt8> {
    /// The bytes of an even count of hexadecimal digits; nil for anything else.
    init?(hexadecimal digits: String) {
        let digits = Array<Character>(digits)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[start...start + 1]), radix: 16) else { return nil }
            bytes.append(byte)
        }
        self = bytes
    }
}
