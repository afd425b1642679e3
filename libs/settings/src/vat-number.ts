const forms = /^(?:GB|XI)(?:(\d{7})(\d{2})(?:\d{3})?|GD[0-4]\d{2}|HA[5-9]\d{2})$/i

/**
 * Whether a text is a VAT number of the UK: GB, or XI in Northern Ireland, and nine digits, twelve for a branch, or GD and HA
 * with three for government departments and health authorities. The last two of the nine are check digits: with the first
 * seven weighted from 8 to 2 they come to a multiple of 97, or of 97 less 55 for numbers issued since 2010 (HMRC). Spaces
 * count for nothing. The database has the same rule in `private.is_uk_vat_number`.
 */
export function isUkVatNumber(text: string): boolean {
  const found = forms.exec(text.replaceAll(' ', ''))
  if (!found) return false
  const [, digits, check] = found
  if (digits === undefined) return true
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (8 - place), Number(check))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}
