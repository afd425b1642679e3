/** A name of the database or of an address in words: "in_transit" is "In transit", "gift-cards" is "Gift cards". */
export function inWords(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
