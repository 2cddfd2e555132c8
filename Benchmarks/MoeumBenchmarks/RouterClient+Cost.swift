import HTTPTypes
import RouterClient

extension RouterClient {
    /// CPU of the whole process for a page in microseconds, and the page's bytes, on average.
    /// - Parameter address: where the page of this number, from 0, is.
    func cost(
        times: Int,
        headers: HTTPFields = [:],
        of address: (Int) -> String
    ) async throws -> (microseconds: Double, bytes: Int) {
        let start = ProcessCPU.microseconds
        var bytes = 0
        for number in 0..<times {
            let address = address(number)
            let answer = try await execute(uri: address, method: .get, headers: headers)
            guard answer.status == .ok else { throw BenchmarkError(description: "\(address): \(answer.status)") }
            bytes += answer.body.readableBytes
        }
        return (Double(ProcessCPU.microseconds - start) / Double(times), bytes / times)
    }
}
