import { cleanCode } from '@shop/settings'
/** The longest code that is looked up; the database takes no longer one. */
export const maxCodeLength = 1_000

/**
 * A scanned or typed code as it is looked up: without the marks that scanners add, and the shop's own addresses as their
 * path, so that codes of other sites are unknown.
 * @param origins of the shop
 */
export function scannedCode(text: string, origins: readonly string[]): string {
  const code = cleanCode(text)
    .replace(/^\][A-Za-z]\d/, '') // the symbology identifier of ISO/IEC 15424
    .slice(0, maxCodeLength)
  const url = /^https?:/i.test(code) && URL.canParse(code) ? new URL(code) : null
  return url && origins.includes(url.origin) ? url.pathname + url.search : code
}

/** Whether a text in another field must be a scan: as many digits as barcodes have. */
export const looksScanned = (text: string): boolean => /^\d{8,14}$/.test(cleanCode(text))
