import HTTPTypes
import Hummingbird
import HummingbirdCore
import Server

/// The pages for people, and what they are made of. They use the public addresses only.
struct SiteRoutes: Sendable {
    private let site: BetSite

    /// - Parameter isDev: whether users sign in by name.
    init(isDev: Bool) { site = BetSite(isDev: isDev) }

    var routes: [ServedRoute<BetServices>] {
        let site = site
        let pages = BetPage.all.compactMap { page in
            site.pages[page.path].map { file in
                ServedRoute<BetServices>(page: page.path, cost: .read) { exchange in
                    Self.answer(file, to: exchange.request, caching: "no-cache")
                }
            }
        }
        return pages + [
            ServedRoute<BetServices>(page: "/web/{version}/{file}", cost: .none) { exchange in
                guard exchange.parameters["version"] == site.version,
                    let file = site.files[exchange.parameters["file"] ?? ""]
                else {
                    throw BetProblem(.notFound, "There is no such file, or it is of another version of the pages.")
                }
                return Self.answer(file, to: exchange.request, caching: "public, max-age=31536000, immutable")
            }
        ]
    }

    private static func answer(_ file: BetSite.File, to request: Request, caching: String) -> Response {
        var headers: HTTPFields = [.contentType: file.type, .cacheControl: caching, .vary: "Accept-Encoding"]
        headers[.contentSecurityPolicy] = BetSite.policy
        for (name, value) in others { headers[name] = value }
        guard let packed = file.packed, Gzip.isAccepted(by: request.headers[.acceptEncoding]) else {
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.plain))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packed))
    }

    /// Fields that HTTPTypes has no names for.
    private static let others: [(HTTPField.Name, String)] = [
        ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
