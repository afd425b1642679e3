import {
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCode } from '../scan/read-codes'
import { toGrey, turned, type GreyPicture } from '../scan/pixels'
import { barcodeOf } from './barcode'
import { barcodeProblem, checkDigit, isGtin, toEan13 } from './check-digit'
import { codeColours, qrModules, qrPath, qrPixels, qrSvg, quietZone } from '../../kit/qr'

/** A barcode as a picture: each module so many pixels wide, with white around it. */
function barcodePicture(text: string, scale = 3): GreyPicture {
  const modules = barcodeOf(text)?.modules ?? ''
  const [width, height] = [(modules.length + 24) * scale, 80]
  const pixels = new Uint8ClampedArray(width * height).fill(255)
  for (let y = 10; y < height - 10; y += 1)
    for (let x = 0; x < modules.length * scale; x += 1)
      if (modules[Math.floor(x / scale)] === '1') pixels[y * width + 12 * scale + x] = 0
  return { pixels, width, height }
}

/** A grey picture as a camera's: with red, green, blue and opacity of each pixel. */
const inColour = ({ pixels, width, height }: GreyPicture) => ({
  data: Uint8ClampedArray.from([...pixels].flatMap((grey) => [grey, grey, grey, 255])),
  ...{ width, height },
})
const qrPicture = (text: string, size = 300) => toGrey(qrPixels(text, size), size, size)
const address = fc
  .tuple(fc.webUrl({ withQueryParameters: true }))
  .map(([url]) => url)
  .filter((url) => url.length <= 120)
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(''))
const runs = { numRuns: 25 }

/** Reads a drawing as it is, without looking for a code in a photograph. */
function readSvg(text: string, size = 300): string {
  const { pixels, width, height } = qrPicture(text, size)
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(pixels, width, height)))
  return new QRCodeReader().decode(bitmap, new Map([[DecodeHintType.PURE_BARCODE, true]])).getText()
}

test('a QR code of 300 pixels decodes to the address it was drawn from', () => {
  expect(readSvg('http://localhost:3000')).toBe('http://localhost:3000')
  fc.assert(
    fc.property(address, (text) => {
      expect(readSvg(text)).toBe(text)
    }),
    runs,
  )
})

// Their data holds patterns that look like the corner of a code.
test.each([
  'https://ziw.jsc//////////?a%F1%B0%8B%89%F3%9F%9C%9CRvZXz',
  'http://6oum9.con/:/%F2%BB%A0%B3/R///T/F/?W',
  'https://y99.wu2ryr0.my/&/t//%F1%BA%B3%93/%F4%8B%A4%A7///6/c/x?Lhgq$',
  'http://3d6r080p5t3.fnj/o/i/T///G/A??ze',
  'https://aurelle.example/products/hours-silk-robe?size=m',
])('the camera reads %s', (text) => {
  expect(readCode(inColour(qrPicture(text)))).toBe(text)
})

test('the print size is read too, and the quiet zone of four modules is white', () => {
  const text = 'https://aurelle.example'
  expect(readSvg(text, 1200)).toBe(text)
  expect(readCode(inColour(qrPicture(text, 1200)))).toBe(text)
  for (const size of [300, 1200]) {
    const { pixels } = qrPicture(text, size)
    const quiet = Math.floor(size / (qrModules(text).length + 2 * quietZone)) * quietZone
    const isEdge = (at: number) =>
      Math.min(at % size, size - 1 - (at % size), Math.floor(at / size), size - 1 - Math.floor(at / size)) <
      quiet
    expect([...pixels].every((grey, at) => !isEdge(at) || grey === 255)).toBe(true)
  }
  expect(() => qrPixels(text, 20)).toThrow(RangeError)
})

test('the drawing has the modules of the picture, dark on white', () => {
  const text = 'https://aurelle.example'
  const { path, side } = qrPath(text)
  const modules = qrModules(text)
  expect(side).toBe(modules.length + 8)
  const dots = new Set(
    [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${Number(x) - 4} ${Number(y) - 4}`),
  )
  const dark = modules.flatMap((line, y) => line.flatMap((on, x) => (on ? [`${x} ${y}`] : [])))
  expect([...dots].sort()).toEqual(dark.sort())
  expect(codeColours).toEqual({ ink: '#000000', ground: '#ffffff' })
  expect(qrSvg(text)).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 (\d+) \1" width="1200"/,
  )
})

test('an EAN-13 is read as its digits, lying and standing', () => {
  const known = barcodePicture('5901234123457')
  expect([readCode(inColour(known)), readCode(inColour(turned(known)))]).toEqual([
    '5901234123457',
    '5901234123457',
  ])
  fc.assert(
    fc.property(digits(12), (body) => {
      const code = body + checkDigit(body)
      expect(readCode(inColour(barcodePicture(code)))).toBe(code)
    }),
    runs,
  )
})

test('a Code 128 is read as its text', () => {
  expect(barcodeOf('é')).toBeNull()
  expect(barcodeOf('')).toBeNull()
  for (const text of ['AM-TOY-001', 'AM-ACC-008-XL', '12345678', '123456789', '5', ' ', '~']) {
    expect(readCode(inColour(barcodePicture(text))), text).toBe(text)
  }
  // Its bars contain those of the EAN-13 6100258700432.
  expect(readCode(inColour(barcodePicture('93172790335692', 2)))).toBe('93172790335692')
  const sku = fc.string({
    unit: fc.constantFrom(...'ABCXYZabcxyz0123456789-_./ '),
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(fc.oneof(sku, digits(9), digits(14)), (text) => {
      expect(readCode(inColour(barcodePicture(text, 2)))).toBe(text)
    }),
    runs,
  )
})

test('no code is found in a picture without one', () => {
  const [width, height] = [200, 120]
  expect(
    readCode(inColour({ pixels: new Uint8ClampedArray(width * height).fill(255), width, height })),
  ).toBeNull()
})

test('the check digit of published numbers', () => {
  expect(['5901234123457', '036000291452', '73513537', '10012345678902'].map(isGtin)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['5901234123456', '590123412345', '5901234123457 ', 'x', ''].map(isGtin)).toEqual(
    Array(5).fill(false),
  )
})

test('no single wrong digit, and no swap of unequal neighbours that changes the sum, gets through', () => {
  fc.assert(
    fc.property(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (body, place, by) => {
      const code = body + checkDigit(body)
      const wrong = [...code]
        .map((digit, at) => (at === place ? String((Number(digit) + by) % 10) : digit))
        .join('')
      expect([isGtin(code), isGtin(wrong)]).toEqual([true, false])
    }),
  )
})

test('a typed barcode has 8 to 14 digits and the right check digit where it has one', () => {
  expect(barcodeProblem('5901234123457')).toBeNull()
  expect(barcodeProblem(' 123456789 ')).toBeNull()
  expect(barcodeProblem('5901234123456')).toBe('The last digit should be 7. Please check the number.')
  for (const text of ['', '1234567', '123456789012345', '59012341234x7', '١٢٣٤٥٦٧٨'])
    expect(barcodeProblem(text), text).toBe('A barcode has 8 to 14 digits and nothing else.')
})

test('numbers of 12 and 13 digits are drawn as EAN-13', () => {
  expect(['5901234123457', '036000291452', '73513537', '5901234123456', 'AM-1'].map(toEan13)).toEqual([
    '5901234123457',
    '0036000291452',
    null,
    null,
    null,
  ])
})
