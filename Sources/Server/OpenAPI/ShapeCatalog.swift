import Pages
import TextFormats

/// The shapes of the answers and bodies of all operations.
enum ShapeCatalog {
    /// The shapes, sorted by name: of pages, of the server's own answers, and of reports. Each follows from what writes it,
    /// with the words of its members from ``MemberWords``.
    static let shapes: [NamedShape] =
        (PageShapes.all + ServerShapes.all + ReportCatalogue.shapes).map { name, shape in
            (name, shape.describingMembers { MemberWords.words(of: $0, in: name) })
        }
        .sorted { $0.name < $1.name }
}
