import HTTPTypes
import Pages
import TextFormats

@testable import Server  // the descriptions of routes are the module's own

/// The agreement of answers with the OpenAPI document. It is checked for each answer that a test reads over HTTP.
enum DocumentCheck {
    /// The shapes by their names. `CommandDocument` has the schema of a command, which is not a shape.
    static let catalog: [String: Shape] = {
        let command: NamedShape = (
            "Command",
            .object([
                Shape.Member(name: "kind", shape: .string),
                Shape.Member(name: Shape.others, isRequired: false, shape: .any),
            ])
        )
        return Dictionary(uniqueKeysWithValues: (ShapeCatalog.shapes + [command]).map { ($0.name, $0.shape) })
    }()

    private static let routes = RouteTable(DraftServer.routes(isDev: true))

    /// Statuses of HTTP itself, which every address can answer, and which the document leaves out.
    private static let ofHTTP: Set<UInt> = [304, 405, 406, 408, 413, 414, 415, 417, 421, 431, 501, 505]

    /// Returns the first difference between an answer and the document; nil if there is none, or if the document does not
    /// have the address.
    static func fault(of method: String, _ path: String, _ answer: RunningServer.Answer) -> String? {
        guard let verb = HTTPRequest.Method(method),
            case .found(let route, _) = routes.match(verb, String(path.prefix { $0 != "?" })),
            let operation = route.operation, method != "HEAD"
        else { return nil }
        let documented = operation.answer
        guard answer.status != documented.status else { return mismatch(of: answer, with: documented) }
        guard !ofHTTP.contains(answer.status) else { return nil }
        if documented.refusal == Int(answer.status), answer.header("content-type")?.hasSuffix("/json") == true {
            return mismatch(of: answer, with: documented)
        }
        if documented.isOfApp { return answer.status < 400 ? "the status \(answer.status) is not documented" : nil }
        guard APIDocument.problems(of: operation, route.description).contains(Int(answer.status)) else {
            return "the status \(answer.status) is not documented: \(answer.text.prefix(200))"
        }
        return mismatch(of: answer, with: "Problem")
    }

    private static func mismatch(of answer: RunningServer.Answer, with documented: Route.Answer) -> String? {
        guard answer.header("content-type")?.hasPrefix("application/json") == true else { return nil }
        let schema = documented.contents.first { $0.type == "application/json" }?.schema
        guard case .string(let reference)? = schema?["$ref"], let name = reference.split(separator: "/").last else {
            return "an answer in JSON is not documented"
        }
        return mismatch(of: answer, with: String(name))
    }

    private static func mismatch(of answer: RunningServer.Answer, with name: String) -> String? {
        guard let json = try? answer.json else { return "the answer is not JSON" }
        return Shape.named(name).mismatch(of: json, in: catalog)
    }
}
