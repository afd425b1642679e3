const leftOdd = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const right = leftOdd.map((bits) => bits.replace(/./g, (bit) => (bit === '0' ? '1' : '0')))
const leftEven = right.map((bits) => [...bits].reverse().join(''))
// Which of the six left digits are even (E); it encodes the first digit.
const parities = [
  'OOOOOO',
  'OOEOEE',
  'OOEEOE',
  'OOEEEO',
  'OEOOEE',
  'OEEOOE',
  'OEEEOO',
  'OEOEOE',
  'OEOEEO',
  'OEEOEO',
]

/**
 * The 95 modules of an EAN-13, 1 for a bar, without its quiet zones.
 * @param code 13 digits with the right check digit
 */
export function ean13Modules(code: string): string {
  const digits = [...code].map(Number)
  const [first = 0, ...rest] = digits
  const parity = parities[first] ?? ''
  const leftHalf = rest
    .slice(0, 6)
    .map((digit, place) => (parity[place] === 'E' ? leftEven : leftOdd)[digit] ?? '')
  const rightHalf = rest.slice(6).map((digit) => right[digit] ?? '')
  return `101${leftHalf.join('')}01010${rightHalf.join('')}101`
}
