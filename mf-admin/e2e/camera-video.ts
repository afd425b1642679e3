import { writeFileSync } from 'node:fs'
import { barcodeOf } from '../src/catalogue/codes/barcode'
import { qrModules } from '../src/kit/qr'

const [width, height] = [640, 480]

/** What stands before a camera: whether a point is dark, in modules from the middle, and how large a module is. */
interface CodeImage {
  scale: number
  isDark(x: number, y: number): boolean
}

const qrFrame = (text: string): CodeImage => {
  const modules = qrModules(text)
  const half = Math.floor(modules.length / 2)
  return { scale: 7, isDark: (x, y) => modules[y + half]?.[x + half] ?? false }
}

const ean13Frame = (code: string): CodeImage => {
  const modules = barcodeOf(code)?.modules ?? ''
  return { scale: 4, isDark: (x, y) => Math.abs(y) < 20 && modules[x + 47] === '1' }
}

/** A frame in grey, followed by the two planes of colour that it does not have. */
function frame({ scale, isDark }: CodeImage): Buffer {
  const planes = Buffer.alloc(width * height * 1.5, 128)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      planes[y * width + x] = isDark(
        Math.floor((x - width / 2) / scale),
        Math.floor((y - height / 2) / scale),
      )
        ? 40
        : 215
  return planes
}

function write(file: string, image: CodeImage): string {
  const picture = frame(image)
  const header = Buffer.from(`YUV4MPEG2 W${String(width)} H${String(height)} F10:1 Ip A1:1 C420jpeg\n`)
  const marker = Buffer.from('FRAME\n')
  writeFileSync(file, Buffer.concat([header, marker, picture, marker, picture]))
  return file
}

/** Writes a video of a QR code for Chromium's fake camera. @returns the file */
export const videoOfQr = (file: string, text: string): string => write(file, qrFrame(text))

/** Writes a video of an EAN-13 for Chromium's fake camera. @returns the file */
export const videoOfEan13 = (file: string, code: string): string => write(file, ean13Frame(code))
