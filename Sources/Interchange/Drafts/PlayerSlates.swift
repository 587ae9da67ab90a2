/// How a player goes by where a site gives him a new id for each of its slates: an id tells him apart within its slate,
/// and only name, position and team tell that two ids are one player.
struct PlayerSlates: Hashable, Sendable {
    /// All of his ids in the files, in their order.
    var ids: [String] = []

    /// The ids of those who share his name and position and are somebody else.
    var others: Set<String> = []
}
