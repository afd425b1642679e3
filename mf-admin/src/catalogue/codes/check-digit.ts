import { cleanCode } from '@shop/settings'
/**
 * The check digit of a GTIN (EAN-8, UPC-A, EAN-13, GTIN-14): weights 3 and 1 in turn, counted from the right.
 * @param digits the number without its check digit
 */
export function checkDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}

const gtinLengths = [8, 12, 13, 14]

/** Whether the text is a GTIN of 8, 12, 13 or 14 digits with the right check digit. */
export function isGtin(text: string): boolean {
  return (
    /^\d+$/.test(text) && gtinLengths.includes(text.length) && text.endsWith(checkDigit(text.slice(0, -1)))
  )
}

/**
 * What is wrong with a barcode that staff typed, in words for its field; null when nothing is. The database takes 8 to
 * 14 digits. Numbers of the lengths that have a check digit must have the right one.
 */
export function barcodeProblem(text: string): string | null {
  const code = cleanCode(text)
  if (!/^\d{8,14}$/.test(code)) return 'A barcode has 8 to 14 digits and nothing else.'
  if (!gtinLengths.includes(code.length) || isGtin(code)) return null
  return `The last digit should be ${checkDigit(code.slice(0, -1))}. Please check the number.`
}

/** The 13 digits that a GTIN is drawn as in EAN-13; null for other texts. UPC-A is EAN-13 with a leading zero. */
export function toEan13(text: string): string | null {
  if (!isGtin(text)) return null
  if (text.length === 13) return text
  return text.length === 12 ? `0${text}` : null
}
