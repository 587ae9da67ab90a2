/// The shapes of pages that have a name in the catalog.
package enum PageShapes {
    package static let all: [NamedShape] = [
        TournamentsPage.members.entry
    ]
}
