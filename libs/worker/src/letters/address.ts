/**
 * Whether a text is one bare e-mail address: no name, no list, no quoting, nothing that could begin another header.
 * Stricter than the standards where they allow what no shopper has.
 */
export function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{C}\p{Z}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}\p{Z}@<>()[\]\\,;:"]+\.[^\s\p{C}\p{Z}@<>()[\]\\,;:".]+$/u.test(text)
}
