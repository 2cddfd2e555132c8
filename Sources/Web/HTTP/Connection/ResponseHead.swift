import HTTPTypes
import NIOCore

/// Status line and fields as they go over the wire.
enum ResponseHead {
    /// Up to the value of the field `date`, which is the last one (`HTTPDate` appends it).
    static func bytes(_ status: HTTPResponse.Status, _ fields: HTTPFields) -> ByteBuffer {
        var bytes = ByteBufferAllocator().buffer(capacity: 1_024)
        bytes.writeStaticString("HTTP/1.1 ")
        bytes.writeString(status.description)
        bytes.writeStaticString("\r\n")
        // These have no body, and no length of one (RFC 9110 §8.6).
        let hasLength = status != .noContent && status != .notModified
        for field in fields where hasLength || field.name != .contentLength {
            bytes.writeString(field.name.rawName)
            bytes.writeStaticString(": ")
            bytes.writeString(field.value)
            bytes.writeStaticString("\r\n")
        }
        bytes.writeStaticString("Date: ")
        return bytes
    }
}
