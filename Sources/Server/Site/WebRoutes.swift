import HTTPTypes
import Hummingbird
import HummingbirdCore
import TextFormats

/// The pages for people, and what they are made of. They use the public addresses only.
struct WebRoutes {
    private let site: WebSite

    private let association: WebFile

    init(_ options: ServerOptions) {
        site = WebSite(options.pages, isDev: options.isDev)
        association = WebFile(type: "application/json", content: AppAssociation(apps: options.pages.apps).json.line)
    }

    var routes: [Route] {
        let (site, association) = (site, association)
        let manifest = WebFile(type: "application/manifest+json", content: site.manifest.line)
        let pages = WebPage.all.compactMap { page -> Route? in
            guard let file = site.pages[page.path] else { return nil }
            return Route(page: page.path, cost: .read) { exchange in
                var response = Self.page(file, site.version, to: exchange.request)
                if let preloads = page.preloads(exchange.parameters) { response.headers[.link] = preloads }
                return response
            }
        }
        let redirects = WebPage.all.compactMap { page in
            page.formerPath.map { former in
                Route(page: former, cost: .none) { exchange in
                    let query = exchange.request.uri.query.map { "?" + $0 } ?? ""
                    return Response(status: .movedPermanently, headers: [.location: page.path + query])
                }
            }
        }
        return pages + redirects + [
            Route(page: "/manifest.webmanifest", cost: .read) { Self.page(manifest, site.version, to: $0.request) },
            Route(page: "/.well-known/apple-app-site-association", cost: .read) {
                Self.answer(association, to: $0.request, caching: "public, max-age=3600")
            },
            Route(page: "/docs", cost: .read) { Self.answer(ReferencePage.file, to: $0.request, caching: "no-cache") },
            Route(page: "/web/{version}/{file}", cost: .none) { exchange in
                guard exchange.parameters["version"] == site.version,
                    let file = site.files[exchange.parameters["file"] ?? ""]
                else { throw Problem(.notFound, "There is no such file, or it is of another version of the pages.") }
                return Self.answer(file, to: exchange.request, caching: "public, max-age=31536000, immutable")
            },
        ]
    }

    /// Returns the page for a browser at an unknown address; nil for a program, which gets a problem.
    func missing(for request: Request) -> Response? {
        let path = request.uri.path
        guard [.get, .head].contains(request.method), request.headers[.accept]?.contains("text/html") == true,
            !Self.forPrograms.contains(where: { path == $0 || path.hasPrefix($0 + "/") })
        else { return nil }
        var response = Self.answer(site.missing, to: request, caching: "no-cache")
        response.status = .notFound
        response.headers[.vary] = "Accept, Accept-Encoding"
        return response
    }

    /// The paths below which there are no pages.
    private static let forPrograms = ["/v1", "/api", "/log", "/dev", "/web", "/problems"]

    /// Answers with a page. Browsers ask for it each time, and get it if it has changed.
    private static func page(_ file: WebFile, _ version: String, to request: Request) -> Response {
        let tag = "\"\(version)\""
        guard !Exchange.isKnown(tag, among: request.headers[.ifNoneMatch]) else {
            return Response(status: .notModified, headers: [.eTag: tag])
        }
        var response = answer(file, to: request, caching: "no-cache")
        response.headers[.eTag] = tag
        return response
    }

    private static func answer(_ file: WebFile, to request: Request, caching: String) -> Response {
        var headers: HTTPFields = [.contentType: file.type, .cacheControl: caching, .vary: "Accept-Encoding"]
        headers[.contentSecurityPolicy] = file.policy
        headers[.referrerPolicy] = "same-origin"
        headers[.frameOptions] = "DENY"
        headers[.openerPolicy] = "same-origin"
        guard let packed = file.packed, Gzip.isAccepted(by: request.headers[.acceptEncoding]) else {
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.body))
        }
        headers[.contentEncoding] = "gzip"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: packed))
    }
}

extension HTTPField.Name {
    static let referrerPolicy = constant("Referrer-Policy")
    fileprivate static let frameOptions = constant("X-Frame-Options")
    fileprivate static let openerPolicy = constant("Cross-Origin-Opener-Policy")
}
