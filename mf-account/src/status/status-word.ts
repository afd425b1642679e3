/** A status as a word: "in_transit" is "In transit". */
export function statusWord(status: string): string {
  const spaced = status.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
