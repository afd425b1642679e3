const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 20

/** A gift card's code as it is meant: capitals, no signs between, O for nought and I or L for one. */
export function normaliseGiftCard(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** Whether a code can be one at all: its last sign checks the others (Luhn's sum, to the base 32). */
export function isGiftCardCode(code: string): boolean {
  const signs = [...normaliseGiftCard(code)].map((sign) => alphabet.indexOf(sign))
  if (signs.length !== length || signs.includes(-1)) return false
  const sum = signs.reduceRight((total, value, index) => {
    const part = value * ((length - 1 - index) % 2 === 0 ? 1 : 2)
    return total + Math.floor(part / 32) + (part % 32)
  }, 0)
  return sum % 32 === 0
}
