import Pages
import TextFormats

/// The shapes of the answers and bodies of all operations.
enum ShapeCatalog {
    /// The shapes, sorted by name: of pages, of the server's own answers, and of reports. Each follows from what writes it.
    static let shapes: [NamedShape] =
        (PageShapes.all + ServerShapes.all + ReportCatalogue.shapes).sorted { $0.name < $1.name }
}
