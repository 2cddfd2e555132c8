// A form's token ends with the session that it was made in. Whoever has logged in again goes on with the page that is open.

/** Proves requests of this page from now on by another token. */
export const adoptToken = (token) => {
  const meta = document.querySelector("meta[name=csrf]");
  if (meta) meta.content = token;
  for (const field of document.querySelectorAll("input[name=csrf]")) field.value = token;
};

/** Takes the token of the session that there is now; false where nobody is logged in, or somebody else. */
export const renewToken = async () => {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" }).catch(() => undefined);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const token = page.querySelector("meta[name=csrf]")?.content;
  const [before, now] = [document, page].map((one) => one.querySelector("[data-account]")?.dataset.account);
  if (!token || before !== now) return false;
  adoptToken(token);
  return true;
};
