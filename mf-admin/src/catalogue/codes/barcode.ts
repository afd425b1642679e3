import JsBarcode from 'jsbarcode'
import { toEan13 } from './check-digit'

/** A barcode: its modules, 1 for a bar, and its quiet zones in modules. */
export interface Barcode {
  modules: string
  left: number
  right: number
}

/** The EAN-13 of a GTIN of 12 or 13 digits, the Code 128 of other printable ASCII; null for any other text. */
export function barcodeOf(text: string): Barcode | null {
  const ean13 = toEan13(text)
  if (ean13) return { modules: modulesOf(ean13, 'EAN13'), left: 11, right: 7 }
  return /^[ -~]+$/.test(text) ? { modules: modulesOf(text, 'CODE128'), left: 10, right: 10 } : null
}

function modulesOf(text: string, format: 'EAN13' | 'CODE128'): string {
  const result: { encodings?: { data: string }[] } = {}
  JsBarcode(result, text, { format, flat: true })
  return (result.encodings ?? []).map(({ data }) => data).join('')
}
