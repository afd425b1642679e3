/** Text of a URL parameter, cut to `maxLength` characters, trimmed, with whitespace and control characters collapsed into single spaces. */
export function normalizeText(typed: string | null, maxLength: number): string {
  return (typed ?? '')
    .slice(0, maxLength)
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
}
