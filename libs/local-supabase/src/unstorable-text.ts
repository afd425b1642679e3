const inAddress = /%00|%ED%[AB][0-9A-F]/i
// Behind an even number of backslashes: an odd one more makes a text of the sign itself.
const inJson = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

/**
 * Whether a request has text that Postgres cannot store, NUL or half of a surrogate pair, which is the sender's mistake. A service that
 * passed it on would fail.
 * @param body in UTF-8, or a file
 */
export function hasUnstorableText(address: string, contentType: string, body: ArrayBuffer): boolean {
  if (inAddress.test(address)) return true
  if (!contentType.includes('json')) return false
  const text = new TextDecoder().decode(body)
  if (!inJson.test(text)) return false
  try {
    // Written again, a pair is the character that it stands for, and half of one is still an escape.
    return inJson.test(JSON.stringify(JSON.parse(text)))
  } catch {
    return false
  }
}
