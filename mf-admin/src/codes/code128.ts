// Widths of bars and spaces in turn, by value: 0 to 102, the starts A, B and C, and the stop.
const widths =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'

const patterns = widths
  .split(' ')
  .map((pattern) =>
    [...pattern].map((width, place) => (place % 2 ? '0' : '1').repeat(Number(width))).join(''),
  )
const switchToB = 100
const startB = 104
const startC = 105
const stop = 106

const inSetB = (text: string) => [...text].map((char) => char.charCodeAt(0) - 32)

function valuesOf(text: string): number[] {
  if (!/^\d{2,}$/.test(text)) return [startB, ...inSetB(text)]
  const pairs = (text.match(/\d\d/g) ?? []).map(Number)
  return [startC, ...pairs, ...(text.length % 2 ? [switchToB, ...inSetB(text.slice(-1))] : [])]
}

/**
 * The modules of a Code 128, 1 for a bar, without its quiet zones. Digits are packed in pairs.
 * @returns null for a text with other characters than printable ASCII, or without any
 */
export function code128Modules(text: string): string | null {
  if (!/^[ -~]+$/.test(text)) return null
  const values = valuesOf(text)
  const check = values.reduce((sum, value, place) => sum + value * Math.max(place, 1), 0) % 103
  return [...values, check, stop].map((value) => patterns[value] ?? '').join('')
}
