import AsyncHTTPClient
import DraftLedger
import NIOCore
import Platform

extension Error {
    /// The description of the error for people, also if the network or its libraries report it.
    package var networkReason: String {
        switch self {
        case let error as IOError: Errno(error.errnoCode).description
        case let error as HTTPClientError: error.shortDescription.lowercased()
        default: reason
        }
    }
}
