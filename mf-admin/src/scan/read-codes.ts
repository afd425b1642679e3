import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap'
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer'
import Code128Reader from '@zxing/library/esm/core/oned/Code128Reader'
import EAN13Reader from '@zxing/library/esm/core/oned/EAN13Reader'
import type Reader from '@zxing/library/esm/core/Reader'
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource'
import { turned, type GreyPicture } from './pixels'
import { readQr } from './read-qr'

function readWith(reader: Reader, bitmap: BinaryBitmap): string | null {
  try {
    return reader.decode(bitmap).getText()
  } catch {
    // It throws where there is no code of its kind, which is nearly every picture.
    return null
  }
}

function readUpright({ pixels, width, height }: GreyPicture): string | null {
  const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(pixels, width, height)))
  // Code 128 first: now and then its bars contain what reads as an EAN-13 whose check digit is right.
  return (
    readQr(bitmap.getBlackMatrix()) ??
    readWith(new Code128Reader(), bitmap) ??
    readWith(new EAN13Reader(), bitmap)
  )
}

/** The text of a QR code, EAN-13 or Code 128 in a picture, barcodes lying or standing; null without one. */
export function readCode(picture: GreyPicture): string | null {
  return readUpright(picture) ?? readUpright(turned(picture))
}
