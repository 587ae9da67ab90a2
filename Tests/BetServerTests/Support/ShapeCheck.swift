import HTTPTypes
import Pages
import Server
import TextFormats

@testable import BetServer  // the descriptions of routes are the module's own

/// The agreement of answers with the OpenAPI document. It is checked for each answer that a test reads over HTTP.
enum ShapeCheck {
    static let catalog = Dictionary(uniqueKeysWithValues: BetAPI.shapes.map { ($0.name, $0.shape) })
    private static let routes = RouteTable(BetAPI.routes(isDev: true))

    /// Returns the first difference between an answer and the document; nil if there is none.
    static func fault(of method: String, _ path: String, _ answer: BetTable.Answer) -> String? {
        guard answer.headers["content-type"]?.hasPrefix("application/json") == true else {
            return answer.status >= 400 ? "an error is not JSON: \(answer.text.prefix(200))" : nil
        }
        guard let json = try? answer.json else { return "the answer is not JSON" }
        guard answer.status < 400 else { return Shape.named("AppError").mismatch(of: json, in: catalog) }
        guard let verb = HTTPRequest.Method(method),
            case .found(let route, _) = routes.match(verb, String(path.prefix { $0 != "?" })),
            let schema = route.operation?.answer.contents.first(where: { $0.type == "application/json" })?.schema
        else { return "an answer in JSON is not documented" }
        guard case .string(let reference) = schema["$ref"], let name = reference.split(separator: "/").last else {
            return "the document names no shape"
        }
        return Shape.named(String(name)).mismatch(of: json, in: catalog)
    }
}
