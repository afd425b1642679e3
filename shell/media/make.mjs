// Makes every width and format of the shop's pictures from the masters beside this file:
//   node shell/media/make.mjs
// A master is <name>.webp; <name>-<width>.avif|webp are made from it and never larger than it. AVIF also has the master's width.
import { readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('.', import.meta.url))
const widths = [320, 640, 960, 1280]
// Of AVIF. Copies are for lists; the master's own width is for a close look at a product, and keeps the grain of silk and stone.
const avifQuality = { copy: 52, master: 72 }

/** A picture a few pixels wide that browsers blur up to size, as a data URI of at most 300 bytes. */
async function placeholder(master) {
  for (const size of [16, 12, 8]) {
    const tiny = await sharp(master).resize(size).webp({ quality: 20, effort: 6 }).toBuffer()
    const uri = `data:image/webp;base64,${tiny.toString('base64')}`
    if (uri.length <= 300) return uri
  }
  throw new Error(`${master} has no placeholder of 300 bytes`)
}

async function makeWidths(name) {
  const master = join(folder, `${name}.webp`)
  const { width, height } = await sharp(master).metadata()
  const fitting = widths.filter((wanted) => wanted <= width)
  for (const wanted of new Set([...fitting, width])) {
    await sharp(master)
      .resize(wanted)
      .avif({ quality: wanted === width ? avifQuality.master : avifQuality.copy, effort: 4 })
      .toFile(join(folder, `${name}-${wanted}.avif`))
  }
  for (const wanted of fitting) {
    await sharp(master)
      .resize(wanted)
      .webp({ quality: 74, effort: 5 })
      .toFile(join(folder, `${name}-${wanted}.webp`))
  }
  return [name, { width, height, widths: fitting, placeholder: await placeholder(master) }]
}

const masters = (await readdir(folder))
  .filter((file) => file.endsWith('.webp') && !/-(320|640|960|1280)\.webp$/.test(file))
  .map((file) => file.slice(0, -'.webp'.length))
  .sort()

const entries = []
for (const name of masters) entries.push(await makeWidths(name))

// What messengers and social networks show of a link; many of them read nothing but JPEG.
await sharp(join(folder, 'og.webp'))
  .resize(1200, 630, { fit: 'cover' })
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(join(folder, 'og.jpg'))
await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
