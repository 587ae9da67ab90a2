@testable import Reports
import Testing

