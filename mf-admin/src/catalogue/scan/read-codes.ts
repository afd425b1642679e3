import {
  BinaryBitmap,
  Code128Reader,
  EAN13Reader,
  HybridBinarizer,
  RGBLuminanceSource,
  type Reader,
} from '@zxing/library'
import jsQR from 'jsqr'
import { toGrey, turned, type GreyPicture } from './pixels'

function readWith(reader: Reader, bitmap: BinaryBitmap): string | null {
  try {
    return reader.decode(bitmap).getText()
  } catch {
    // It throws where there is no code of its kind, which is nearly every picture.
    return null
  }
}

function readBarcode({ pixels, width, height }: GreyPicture): string | null {
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(pixels, width, height)))
  // Code 128 first: now and then its bars contain what reads as an EAN-13 whose check digit is right.
  return readWith(new Code128Reader(), bitmap) ?? readWith(new EAN13Reader(), bitmap)
}

/** The text of a QR code, EAN-13 or Code 128 in a picture, barcodes lying or standing; null without one. */
export function readCode({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): string | null {
  const qr = jsQR(Uint8ClampedArray.from(data), width, height, { inversionAttempts: 'dontInvert' })
  if (qr) return qr.data
  const grey = toGrey(data, width, height)
  return readBarcode(grey) ?? readBarcode(turned(grey))
}
