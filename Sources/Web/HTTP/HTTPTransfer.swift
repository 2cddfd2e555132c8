import CCurl
import Foundation
import Synchronization

/// One running request.
///
/// `@unchecked Sendable`: made by the task that waits for it, then used by the client's thread only, except for `cancellation`.
final class HTTPTransfer: @unchecked Sendable {
    package let handle = curl_easy_init()
    var onEnd: (Result<HTTPClient.Response, any Error>) -> Void = { _ in }

    private let request: HTTPClient.Request
    /// libcurl's list of header lines, which it reads while the transfer runs.
    private let headers: UnsafeMutablePointer<curl_slist>?
    /// An open file that gets the body; nil keeps it in memory.
    private let file: Int32?
    private var body: [UInt8] = []
    /// Bytes of the body.
    private var size = 0
    private var isTooLarge = false
    /// Why the file could not be written.
    private var fileError: DurableFile.Error?
    private let cancellation = Atomic(false)

    init(_ request: HTTPClient.Request, into file: Int32? = nil) {
        (self.request, self.file) = (request, file)
        headers = request.headers.reduce(nil) { curl_slist_append($0, $1) }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
    }

    /// May be called at any time and by any thread; the client's thread sees it when it is woken.
    package func cancel() { cancellation.store(true, ordering: .relaxed) }
    package var isCancelled: Bool { cancellation.load(ordering: .relaxed) }

    /// Starts the transfer; false where it ended at once.
    package func begin(in transfers: UnsafeMutableRawPointer?) -> Bool {
        guard !isCancelled else {
            onEnd(.failure(CancellationError()))
            return false
        }
        guard isPrepared, curl_multi_add_handle(transfers, handle) == CURLM_OK else {
            onEnd(.failure(HTTPClient.Error.unreachable("libcurl refused a setting")))
            return false
        }
        return true
    }

    /// - Parameter code: libcurl's result; nil where libcurl has not ended the transfer.
    package func end(in transfers: UnsafeMutableRawPointer?, _ code: CURLcode?) {
        let (status, headers) = (curl_response_code(handle), answeredHeaders)
        curl_multi_remove_handle(transfers, handle)
        if code == CURLE_OK, let file, fsync(file) != 0 { fileError = DurableFile.Error(code: errno) }
        switch code {
        case nil: onEnd(.failure(CancellationError()))
        case _ where fileError != nil: onEnd(.failure(fileError ?? DurableFile.Error(code: EIO)))
        case CURLE_OK?: onEnd(.success(HTTPClient.Response(status: status, headers: headers, body: body)))
        case _ where isTooLarge: onEnd(.failure(HTTPClient.Error.tooLarge))
        case let code?: onEnd(.failure(HTTPClient.Error.unreachable(String(cString: curl_easy_strerror(code)))))
        }
    }

    private var isPrepared: Bool {
        let milliseconds = Int(request.timeout / .milliseconds(1))
        let codes = [
            curl_set_text(handle, CURLOPT_URL, request.address),
            curl_set_list(handle, CURLOPT_HTTPHEADER, headers),
            curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
            curl_set_text(handle, CURLOPT_PROXY, ""),
            curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, ""),
            curl_set_long(handle, CURLOPT_NOSIGNAL, 1),
            // A cancelled transfer does not wait for a thread that is still looking up the name.
            curl_set_long(handle, CURLOPT_QUICK_EXIT, 1),
            // Zero would mean no limit at all.
            curl_set_long(handle, CURLOPT_TIMEOUT_MS, max(1, milliseconds)),
            // Anyone who does not even answer the call is given up sooner.
            curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, max(1, min(milliseconds, 5_000))),
            curl_set_pointer(handle, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque()),
            curl_set_data_function(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
        ]
        return (codes + method).allSatisfy { $0 == CURLE_OK }
    }

    private var method: [CURLcode] {
        switch request.method {
        case .get: []
        case .head: [curl_set_long(handle, CURLOPT_NOBODY, 1)]
        case .delete: [curl_set_text(handle, CURLOPT_CUSTOMREQUEST, "DELETE")]
        case .post: sending
        case .put: sending + [curl_set_text(handle, CURLOPT_CUSTOMREQUEST, "PUT")]
        }
    }

    /// libcurl copies the body, once it knows how long that is. It wants an address also where there is nothing to copy.
    private var sending: [CURLcode] {
        let size = request.body.count
        return (request.body.isEmpty ? [0] : request.body).withUnsafeBytes { bytes in
            [
                curl_set_long(handle, CURLOPT_POST, 1), curl_set_long(handle, CURLOPT_POSTFIELDSIZE, size),
                curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress)),
            ]
        }
    }

    private var answeredHeaders: [String: String] {
        var headers: [String: String] = [:]
        var header: UnsafeMutablePointer<curl_header>?
        while let next = curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, header) {
            headers[String(cString: next.pointee.name).lowercased()] = String(cString: next.pointee.value)
            header = next
        }
        return headers
    }

    /// The number of bytes accepted: libcurl ends a transfer that accepts fewer than it got.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        size += bytes.count
        isTooLarge = size > request.limit
        guard !isTooLarge else { return 0 }
        guard let file else {
            body.append(contentsOf: bytes)
            return bytes.count
        }
        return write(bytes, to: file) ? bytes.count : 0
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno != EINTR {
                fileError = DurableFile.Error(code: errno)
                return false
            }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}
