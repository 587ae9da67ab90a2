package import TextFormats

extension JSON {
    /// Returns the same object with more members: the names of earlier versions, with the values of today's names.
    ///
    /// JSON only gains members, so clients of earlier versions continue to work. The OpenAPI document marks these members as
    /// deprecated.
    ///
    ///     ["approval": 7].withFormerNames(["measure": "approval"])
    ///
    /// - Parameter names: today's names by the former ones. Members that are missing stay missing under both names.
    package func withFormerNames(_ names: KeyValuePairs<String, String>) -> JSON {
        guard case .object(let members) = self else { return self }
        return adding(
            .object(
                names.compactMap { former, today in
                    members.first { $0.key == today }.map { Member(former, $0.value) }
                }))
    }
}
