import { cleanCode } from '@shop/settings'
/**
 * What a text searches for: an order number as it is, else the last four signs of a code. A whole code is money, and the search
 * stands in the address and in the history of the browser.
 */
export function searchedText(text: string): string {
  const signs = cleanCode(text)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  return /^AM\d{3}/.test(signs) ? cleanCode(text).toUpperCase() : signs.slice(-4)
}
