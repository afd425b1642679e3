import { encode } from 'uqr'

/** The quiet zone around a QR code that readers rely on, in modules. */
export const quietZone = 4

/** The colours of a code: dark on white in every theme, since readers expect it. */
export const codeColours = { ink: '#000000', ground: '#ffffff' } as const

/** The modules of a QR code of a text, true for dark, without the quiet zone. A quarter of it may be damaged. */
export function qrModules(text: string): boolean[][] {
  return encode(text, { ecc: 'Q', border: 0 }).data
}

/**
 * The dark modules as the data of an SVG path in units of modules, its quiet zone included.
 * @returns the path and the length of a side in modules
 */
export function qrPath(text: string): { path: string; side: number } {
  const modules = qrModules(text)
  const path = modules
    .flatMap((line, y) =>
      line.flatMap((dark, x) => (dark ? [`M${x + quietZone} ${y + quietZone}h1v1h-1z`] : [])),
    )
    .join('')
  return { path, side: modules.length + 2 * quietZone }
}

/** A QR code as an SVG file, for print at any size. */
export function qrSvg(text: string): string {
  const { path, side } = qrPath(text)
  const { ink, ground } = codeColours
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="1200" height="1200" shape-rendering="crispEdges">` +
    `<path fill="${ground}" d="M0 0h${side}v${side}H0z"/><path fill="${ink}" d="${path}"/></svg>`
  )
}

/**
 * The pixels of a QR code in a square picture: every module as large as fits in whole pixels, the rest is white around it.
 * @param size of a side in pixels
 * @returns red, green, blue and opacity of each pixel, line by line
 * @throws RangeError when the modules do not fit
 */
export function qrPixels(text: string, size: number): Uint8ClampedArray<ArrayBuffer> {
  const modules = qrModules(text)
  const scale = Math.floor(size / (modules.length + 2 * quietZone))
  if (scale < 1) throw new RangeError(`The code does not fit into ${String(size)} pixels.`)
  const start = Math.floor((size - modules.length * scale) / 2)
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let y = 0; y < modules.length * scale; y += 1) {
    for (let x = 0; x < modules.length * scale; x += 1) {
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        pixels.fill(0, ((start + y) * size + start + x) * 4, ((start + y) * size + start + x) * 4 + 3)
    }
  }
  return pixels
}
