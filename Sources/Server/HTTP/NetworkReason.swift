import AsyncHTTPClient
import DraftLedger
import NIOCore
package import Platform

extension Error {
    /// The description of the error for people, also if the network or its libraries report it.
    package var networkReason: String {
        switch self {
        case let error as IOError: Errno(error.errnoCode).description
        case let error as HTTPClientError: error.shortDescription.lowercased()
        default: reason
        }
    }

    /// Why a server at an address has not begun or has ended, with what to do where an address cannot be listened on.
    package func reason(ofServerAt address: HostAndPort) -> String {
        switch (self as? IOError).map({ Errno($0.errnoCode) }) {
        case .addressInUse:
            "Another program listens on \(address). Stop it, or choose another port: --listen HOST:PORT."
        case .addressNotAvailable:
            "This machine does not have the address \(address). Choose one of its own: --listen HOST:PORT."
        case .accessDenied, .notPermitted:
            "This user may not listen on \(address): \(networkReason). Choose a port from 1024: --listen HOST:PORT."
        default: "The server at \(address) ended: \(networkReason)"
        }
    }
}
