import Crypto
import Draft
import Foundation

/// The processor's signature, as the processor makes it.
enum CardSignature {
    static func hexadecimal(of bytes: [UInt8], by secret: String) -> String {
        let key = SymmetricKey(data: Data(secret.utf8))
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key)).hexadecimal
    }
}
