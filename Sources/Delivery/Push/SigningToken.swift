import TextFormats
import Tokens

/// A JSON Web Token in its compact form, with which a channel proves who it is (RFC 7519).
enum SigningToken {
    /// - Parameter sign: signs the bytes as the header's algorithm says (RFC 7518).
    static func compact(header: JSON, claims: JSON, signedBy sign: ([UInt8]) throws -> [UInt8]) rethrows -> String {
        let signed = Base64URL.encode(header.bytes) + "." + Base64URL.encode(claims.bytes)
        return signed + "." + Base64URL.encode(try sign(Array(signed.utf8)))
    }
}
