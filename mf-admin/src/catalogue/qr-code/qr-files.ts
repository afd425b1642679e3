import { qrPixels, qrSvg } from '../../kit/qr'

/**
 * A QR code as a PNG file.
 * @param size of a side in pixels
 * @throws Error when the browser cannot draw it
 */
export async function qrPng(text: string, size: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  canvas.getContext('2d')?.putImageData(new ImageData(qrPixels(text, size), size, size), 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('The picture of the QR code could not be drawn.'))
    }, 'image/png')
  })
}

/** A QR code as an SVG file. */
export const qrSvgFile = (text: string): Blob => new Blob([qrSvg(text)], { type: 'image/svg+xml' })
