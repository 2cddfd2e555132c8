import Foundation

/// What libFuzzer calls again and again, with inputs of its own making.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    if let error = MultipartProperties.broken(by: Array(UnsafeBufferPointer(start: bytes, count: count))) {
        FileHandle.standardError.write(Data("broken: \(error)\n".utf8))
        // Where it ends, libFuzzer keeps the input.
        abort()
    }
    return 0
}
