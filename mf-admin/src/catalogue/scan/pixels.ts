/** A grey picture: one byte a pixel, line by line. */
export interface GreyPicture {
  pixels: Uint8ClampedArray
  width: number
  height: number
}

/** The brightness of RGBA pixels. */
export function toGrey(rgba: ArrayLike<number>, width: number, height: number): GreyPicture {
  const pixels = new Uint8ClampedArray(width * height)
  for (let index = 0; index < pixels.length; index += 1) {
    const offset = index * 4
    pixels[index] = ((rgba[offset] ?? 0) + 2 * (rgba[offset + 1] ?? 0) + (rgba[offset + 2] ?? 0)) / 4
  }
  return { pixels, width, height }
}

/** The same picture turned by 90 degrees, for barcodes that stand upright. */
export function turned({ pixels, width, height }: GreyPicture): GreyPicture {
  const result = new Uint8ClampedArray(pixels.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) result[x * height + y] = pixels[y * width + x] ?? 0
  }
  return { pixels: result, width: height, height: width }
}
