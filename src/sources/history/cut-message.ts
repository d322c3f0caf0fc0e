// Lines written for tools and credit, not for readers.
const TRAILER =
  /^(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-(?:by|By|to|id|Id|on|for|off|url|Url|RevId|Session|Reviewed): |Change-Id: |Cc: |CC: |Closes-Bug: |PR-URL: |Reviewed-on: |git-svn-id: |Refs: https?:|Link: https?:|GitOrigin-RevId: |Signed-off-by:|\(cherry picked from commit )/;

/** Subject and body without trailers, blank lines at most one in a row, at most so many characters. */
export function cutMessage(message: string, charactersMax: number): string {
  // Far more than is kept, so that a message of megabytes costs nothing; the rest is cut below.
  const lines = message.slice(0, charactersMax * 4).split(/\r?\n/);
  const kept = lines.filter((line, index) => index === 0 || !TRAILER.test(line));
  const text = kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return text.length <= charactersMax ? text : cutWhole(text, charactersMax);
}

// Never between the halves of a surrogate pair.
function cutWhole(text: string, charactersMax: number): string {
  const last = text.charCodeAt(charactersMax - 1);
  const isHigh = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHigh ? charactersMax - 1 : charactersMax).trimEnd();
}
