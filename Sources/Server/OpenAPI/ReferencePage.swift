import Draft
import Foundation
import HTTPTypes
import Pages
import Records
import TextFormats

/// `/docs`: the OpenAPI document as a page, without scripts and without anything from elsewhere.
enum ReferencePage {
    static let file: WebFile = {
        WebFile(type: "text/html; charset=utf-8", content: Array(html.utf8), policy: WebSite.policy(style: style))
    }()

    private static let style = """
        body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;color:#1b1f24;background:#fff}
        h2{margin-top:2.5rem;border-bottom:1px solid #d0d7de}h3{margin:1.6rem 0 .2rem}h3 code{font-size:1rem}
        code,pre{font-family:ui-monospace,monospace;font-size:.85rem}pre{background:#f6f8fa;padding:.6rem;overflow-x:auto}
        table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.15rem .6rem .15rem 0}
        td:first-child{white-space:nowrap}nav a{margin-right:.8rem}.b{display:inline-block;min-width:4rem;font-weight:600}
        summary{cursor:pointer}@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}pre{background:#161b22}
        a{color:#58a6ff}h2{border-color:#30363d}}code,td{overflow-wrap:anywhere}
        @media(max-width:40rem){td,th{display:block;padding:0}td:first-child{margin-top:.5rem;white-space:normal;font-weight:600}}
        """

    private static var html: String {
        let byTag = Route.Tag.allOfDrafts.map { tag in (tag, OpenAPI.operations.filter { $0.operation.tag == tag }) }
            .filter { !$0.1.isEmpty }
        let links =
            byTag.map { "<a href=\"#\($0.0.rawValue)\">\($0.0.rawValue)</a>" } + [
                "<a href=\"#kinds\">kinds of commands</a>", "<a href=\"#events\">types of events</a>",
                "<a href=\"#shapes\">shapes</a>",
            ]
        return """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>draft-ledger API</title><style>\(style)</style>
            <h1>draft-ledger API</h1><p>\(HTML.escaped(OpenAPI.description))</p>
            <p>This page is made of <a href="/openapi.json">/openapi.json</a>.</p><nav>\(links.joined(separator: "\n"))</nav>
            \(start)
            \(byTag.map(section).joined(separator: "\n"))
            <h2 id="kinds">Kinds of commands</h2>
            <p>Each is an object with <code>kind</code>, the members of its kind and, for all kinds, <code>id</code>, \
            <code>actor</code>, <code>case</code> and <code>seal</code>. POST /v1/commands takes it.</p>
            \(CommandKind.allCases.map(command).joined(separator: "\n"))
            <h2 id="events">Types of events</h2>
            <p>An event is an object with the members of every event, which the example has, and <code>body</code> with those of \
            its <code>type</code>.</p>
            \(details("Example", EventSchema(of: EventType.allCases[0]).example.compact))
            \(EventType.allCases.map(event).joined(separator: "\n"))
            <h2 id="shapes">Shapes</h2>
            \(ShapeCatalog.shapes.map(shape).joined(separator: "\n"))
            </html>
            """
    }

    /// The people of the first requests: an operator of every server for development, and its first member.
    static let firstPeople = ["alma", "anna"]

    /// The first requests to a new server for development.
    static let firstRequests: [(person: String, path: String, body: String?)] = [
        (
            "alma", "/v1/commands",
            #"{"kind":"createTournament","title":"Opening Night","entryFee":500,"teams":2,"actor":"admin/1","#
                + #""id":"00000000000000000000000000000001"}"#
        ),
        (
            "anna", "/v1/commands",
            #"{"kind":"joinTournament","user":4,"tournament":2,"entries":1,"id":"00000000000000000000000000000002"}"#
        ),
        ("anna", "/v1/rooms/1", nil),
    ]

    private static let start = """
        <h2 id="start">Start</h2>
        <p>On a new server for development (<code>draftledger serve --dev</code>), in a shell:</p>
        <pre>at=127.0.0.1:3000        # the address of this server
        \((firstPeople.map(signIn) + firstRequests.map(curl)).joined(separator: "\n"))</pre>
        <p>User 4 is Anna, because Alma, Boris and Clara are users 1 to 3. A production server accepts the tokens of its \
        issuers, and has no <code>/dev/tokens</code>.</p>
        <p>A refused command is answered with a problem (RFC 9457); <code>code</code> is for programs, <code>detail</code> \
        for people. The same command may be sent again under its id.</p>
        """

    /// A line of a shell that puts the token of a person into the variable of the person's name.
    private static func signIn(_ name: String) -> String {
        HTML.escaped(
            #"\#(name)=$(curl -s $at/dev/tokens -d '{"name":"\#(name)"}' | sed 's/.*"token":"\([^"]*\)".*/\1/')"#)
    }

    /// The lines of a shell that send a request.
    private static func curl(_ person: String, _ path: String, _ body: String?) -> String {
        let head = "curl -s $at\(path) -H \"Authorization: Bearer $\(person)\""
        let lines = body.map { ["\(head) \\", "  -d '\($0)'"] } ?? [head]
        return lines.map(HTML.escaped).joined(separator: "\n")
    }

    private static func section(
        _ tag: Route.Tag, _ operations: [(route: RouteDescription, operation: Route.Operation)]
    ) -> String {
        "<h2 id=\"\(tag.rawValue)\">\(tag.rawValue)</h2><p>\(HTML.escaped(tag.summary))</p>\n"
            + operations.map(entry).joined(separator: "\n")
    }

    private static func entry(_ route: RouteDescription, _ operation: Route.Operation) -> String {
        let path = HTML.escaped(route.path.replacing("*}", with: "}"))
        let problems = APIDocument.problems(of: operation, route).compactMap { status in
            APIDocument.responseNames[status].map { "\(status) \($0.name)" }
        }
        let parameters = operation.parameters.map { parameter in
            let traits =
                [parameter.place.rawValue, parameter.form.words] + (parameter.isRequired ? ["required"] : [])
                + (parameter.standard.map { ["default \($0.compact)"] } ?? [])
            return row(parameter.name, traits.joined(separator: ", "), parameter.help)
        }
        let contents = operation.answer.contents.map(\.type).joined(separator: ", ")
        return """
            <h3 id="\(operation.id)"><span class="b">\(route.method.rawValue)</span> <code>\(path)</code></h3>
            <p>\(HTML.escaped(operation.summary)) \(HTML.escaped(operation.details)) <code>\(operation.id)</code>. \
            Access: \(HTML.escaped(route.access.words))</p>
            \(parameters.isEmpty ? "" : "<table>\(parameters.joined())</table>")
            \(operation.body.map { "<p>Body: <code>\($0.type)</code> \(link($0.schema))</p>" } ?? "")
            <p>Answers \(operation.answer.status) \(contents) \(operation.answer.contents.first.map { link($0.schema) } ?? ""); \
            errors: \(operation.answer.isOfApp ? "AppError" : problems.joined(separator: ", ")).</p>
            """
    }

    /// The link to the shape that a schema names, with its example.
    private static func link(_ schema: JSON) -> String {
        guard case .string(let reference) = schema["$ref"],
            let name = reference.split(separator: "/").last.map(String.init)
        else { return "" }
        let example = OpenAPIExamples.all[name].map { details("Example", $0) } ?? ""
        return "<a href=\"#shape-\(name)\">\(name)</a>\(example)"
    }

    private static func details(_ title: String, _ json: String) -> String {
        "<details><summary>\(title)</summary><pre>\(HTML.escaped(json))</pre></details>"
    }

    private static func row(_ cells: String...) -> String {
        "<tr>"
            + cells.enumerated().map { "<td>\($0 == 0 ? "<code>\(HTML.escaped($1))</code>" : HTML.escaped($1))</td>" }
            .joined() + "</tr>"
    }

    private static func command(_ kind: CommandKind) -> String {
        let schema = CommandSchema(of: kind)
        guard case .object(let defaults) = CommandDocument.defaults(of: kind) else { return "" }
        let rows = schema.members.map { member in
            let standard = defaults.first { $0.key == member.name }?.value
            var traits = [words(of: member.schema)]
            if let standard {
                traits.append(standard == .null ? "chosen by the server if missing" : "default \(standard.compact)")
            } else if member.isRequired {
                traits.append("required")
            }
            return row(member.name, traits.joined(separator: ", "), help(of: member))
        }
        let senders = kind.authority.grants.map { "\($0.role)" }.joined(separator: ", ")
        return """
            <h3 id="shape-\(CommandDocument.name(of: kind))"><code>\(kind.name)</code></h3>
            <p>\(HTML.escaped(CommandFieldNotes.summary(of: kind))) Senders: \(senders).</p><table>\(rows.joined())</table>
            \(details("Example", schema.example(leavingOut: defaults.map(\.key)).compact))
            """
    }

    private static func help(of member: SchemaMember) -> String {
        if case .string(let text) = member.schema["description"] { text } else { "" }
    }

    private static func event(_ type: EventType) -> String {
        let rows = EventSchema(of: type).members.map { member in
            row(
                member.name, words(of: member.schema) + (member.isRequired ? "" : ", may be missing"),
                help(of: member))
        }
        let name = EventDocument.name(of: type)
        return "<h3 id=\"shape-\(name)\"><code>\(type.name)</code></h3><table>\(rows.joined())</table>"
    }

    /// The type and the range of a schema.
    private static func words(of schema: JSON) -> String {
        if case .array(let values) = schema["enum"] { return values.map(\.compact).joined(separator: " | ") }
        let type: String =
            switch schema["type"] {
            case .string(let type): type
            case .array(let types): types.map { $0.compact.replacing("\"", with: "") }.joined(separator: " or ")
            default: "object"
            }
        guard schema["minimum"] != .null, schema["maximum"] != .null else { return type }
        return "\(type) \(schema["minimum"].compact)...\(schema["maximum"].compact)"
    }

    private static func shape(_ name: String, _ shape: Shape) -> String {
        "<h3 id=\"shape-\(name)\"><code>\(name)</code></h3><pre>\(HTML.escaped(shape.schema.compact))</pre>"
            + (OpenAPIExamples.all[name].map { details("Example", $0) } ?? "")
    }
}
