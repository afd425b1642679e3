import { expect, test, type Page } from '@playwright/test'
import { buildSync } from 'esbuild'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { pictureFile } from './picture-files'

// Resizing needs a real browser: its decoder turns pictures upright, its canvas writes them.

const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('../src/catalogue/pictures/picture-copies.ts', import.meta.url))],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'pictures',
})
const script = outputFiles[0]?.text ?? ''

test.beforeEach(async ({ page }) => {
  await page.addScriptTag({ content: script })
})

interface Copies {
  extension: string
  copies: { width: number; file: Buffer }[]
}

/** The copies that the browser makes of a file. */
async function copiesOf(page: Page, file: Buffer, type = 'image/jpeg'): Promise<Copies> {
  const made = await page.evaluate(
    async ([base64, kind]) => {
      const read = (blob: Blob) =>
        new Promise<string>((resolve) => {
          const reader = new FileReader()
          reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
          reader.readAsDataURL(blob)
        })
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const { pictures } = window as unknown as {
        pictures: {
          makeCopies(
            file: Blob,
            type: string,
          ): Promise<{ extension: string; copies: { width: number; blob: Blob }[] }>
        }
      }
      const { extension, copies } = await pictures.makeCopies(new Blob([bytes]), kind)
      return {
        extension,
        copies: await Promise.all(
          copies.map(async ({ width, blob }) => ({ width, base64: await read(blob) })),
        ),
      }
    },
    [file.toString('base64'), type] as const,
  )
  return {
    extension: made.extension,
    copies: made.copies.map(({ width, base64 }) => ({ width, file: Buffer.from(base64, 'base64') })),
  }
}

/** The colour at a place given as shares of width and height. */
async function colourAt(
  file: Buffer,
  across: number,
  down: number,
): Promise<'red' | 'blue' | 'white' | 'clear'> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const offset = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * 4
  const [red = 0, , blue = 0, alpha = 0] = data.subarray(offset, offset + 4)
  if (alpha < 128) return 'clear'
  if (red > 128 && blue > 128) return 'white'
  return red > blue ? 'red' : 'blue'
}

test('a photo from a phone becomes upright WebP in four widths, without the place it was taken at', async ({
  page,
}) => {
  const photo = await pictureFile({ width: 3000, height: 2000, orientation: 6, gps: true })
  expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(0)
  const { extension, copies } = await copiesOf(page, photo)
  expect(extension).toBe('webp')
  expect(copies.map(({ width }) => width)).toEqual([320, 640, 960, 1280])
  for (const { width, file } of copies) {
    const metadata = await sharp(file).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width, height: (width * 3) / 2 })
    expect([metadata.exif, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined])
    expect(file.includes('Exif')).toBe(false)
    expect([await colourAt(file, 0.5, 0.25), await colourAt(file, 0.5, 0.75)]).toEqual(['red', 'blue'])
  }
})

test('no picture is made wider than it is', async ({ page }) => {
  const widths = async (width: number) =>
    (
      await copiesOf(page, await pictureFile({ width, height: 100, format: 'webp' }), 'image/webp')
    ).copies.map((copy) => copy.width)
  expect(await widths(700)).toEqual([320, 640, 700])
  expect(await widths(200)).toEqual([200])
})

test('transparent pixels stay transparent', async ({ page }) => {
  const { copies } = await copiesOf(
    page,
    await pictureFile({ width: 400, height: 400, format: 'png', transparent: true }),
    'image/png',
  )
  expect(copies).toHaveLength(2)
  for (const { file } of copies) expect(await colourAt(file, 0.75, 0.5)).toBe('clear')
})

test('a browser that writes no WebP makes JPEG, on white', async ({ page }) => {
  await page.evaluate(() => {
    const write = HTMLCanvasElement.prototype.toBlob
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      write.call(this, done, type === 'image/webp' ? 'image/png' : type, quality)
    }
  })
  const { extension, copies } = await copiesOf(
    page,
    await pictureFile({ width: 700, height: 400, format: 'png', transparent: true }),
    'image/png',
  )
  expect(extension).toBe('jpg')
  expect(copies).toHaveLength(3)
  for (const { file } of copies) {
    expect((await sharp(file).metadata()).format).toBe('jpeg')
    expect([await colourAt(file, 0.25, 0.5), await colourAt(file, 0.75, 0.5)]).toEqual(['red', 'white'])
  }
})

test('a file that is damaged behind its header is an error', async ({ page }) => {
  const photo = await pictureFile({ width: 600, height: 400, format: 'png' })
  await expect(copiesOf(page, photo.subarray(0, 60), 'image/png')).rejects.toThrow(/decoded/)
})
