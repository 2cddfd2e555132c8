// One photo on its way to the server, made small before; see uploads.js.
export { shrink } from "./shrink.js";

// A line that carries nothing for so long is cut, whatever it says of itself. Milliseconds.
const PATIENCE = 45_000;
const BY_STATUS = { 401: "login", 413: "too-large", 415: "not-a-photo", 429: "too-often", 503: "busy" };

const problem = (request) => {
  try {
    const { code: kind, errors, detail } = JSON.parse(request.responseText);
    const code = Object.values(errors ?? {})[0];
    if (kind === "stale-form") return { code: kind };
    // Nothing that another photo or another try would change.
    if (detail && (request.status === 403 || code === "account-full")) return { code: "barred", detail };
    if (code) return { code };
  } catch {
    // A proxy between may answer in words of its own.
  }
  return { code: BY_STATUS[request.status] ?? (request.status >= 500 ? "unsaved" : "refused") };
};

const wait = (upload) => {
  clearTimeout(upload.patience);
  upload.patience = setTimeout(() => upload.cut(), PATIENCE);
};

export const send = (upload, { url, token }, { isAgain = false } = {}) => {
  const request = upload.request = new XMLHttpRequest();
  const form = new FormData();
  // The server goes by the bytes; every file is called the same.
  form.append("file", upload.body, "photo");
  request.open("POST", url);
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("X-CSRF-Token", token());
  request.upload.onprogress = (event) => {
    if (!event.lengthComputable || upload.request !== request) return;
    wait(upload);
    // All sent is not all done: the last bit is the server's.
    upload.percent = Math.min(99, Math.floor((event.loaded / event.total) * 100));
    upload.queue.changed(upload);
  };
  request.onload = async () => {
    clearTimeout(upload.patience);
    upload.request = null;
    if (request.status === 201) {
      try {
        upload.photo = JSON.parse(request.responseText);
      } catch {
        return upload.fail("refused");
      }
      upload.become("done", { percent: 100 });
    } else {
      const { code, detail } = problem(request);
      upload.detail = detail;
      if (code !== "stale-form") return upload.fail(code, request.getResponseHeader("Retry-After"));
      // The page is older than the login: with the new token the photo goes up.
      const isRenewed = !isAgain && await import("./form-token.js").then(({ renewToken }) => renewToken(), () => false);
      if (upload.state !== "sending") return undefined;
      if (isRenewed) return send(upload, { url, token }, { isAgain: true });
      upload.fail("login");
      upload.queue.next();
    }
  };
  request.onerror = () => upload.cut();
  request.onloadend = () => upload.queue.next();
  upload.become("sending", { percent: 0 });
  request.send(form);
  wait(upload);
};
