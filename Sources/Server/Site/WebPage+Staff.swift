extension WebPage {
    /// What those see who act for the house.
    static let staff: [WebPage] = []
}

extension WebFiles {
    /// What only the pages of the house need.
    static let staff: [(name: String, content: [UInt8])] = []
}
