/** Words of an address as the shop takes them: one space between them, nothing unprintable, so many characters at most. */
export function plainWords(typed: string | null, most: number): string {
  return (typed ?? '')
    .slice(0, most)
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
}
