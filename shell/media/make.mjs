// Makes every width and format of the shop's pictures from the masters beside this file:
//   node shell/media/make.mjs
// A master is <name>.webp; <name>-<width>.avif|webp are made from it, in these widths (those of libs/settings/src/picture-sources.ts)
// up to the master's own. In WebP the master is its own widest copy.
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = fileURLToPath(new URL('.', import.meta.url))
const widths = [320, 480, 640, 960, 1280, 1600]

async function makeWidths(name) {
  const master = join(folder, `${name}.webp`)
  const { width } = await sharp(master).metadata()
  const fitting = widths.filter((wanted) => wanted <= width)
  for (const wanted of new Set([...fitting, width])) {
    await sharp(master)
      .resize(wanted)
      .avif({ quality: 52, effort: 4 })
      .toFile(join(folder, `${name}-${wanted}.avif`))
  }
  for (const wanted of fitting.filter((each) => each < width)) {
    await sharp(master)
      .resize(wanted)
      .webp({ quality: 74, effort: 5 })
      .toFile(join(folder, `${name}-${wanted}.webp`))
  }
}

const masters = (await readdir(folder))
  .filter((file) => file.endsWith('.webp') && !/-\d{3,4}\.webp$/.test(file))
  .map((file) => file.slice(0, -'.webp'.length))
  .sort()

for (const name of masters) await makeWidths(name)

// What messengers and social networks show of a link; many of them read nothing but JPEG.
await sharp(join(folder, 'og.webp'))
  .resize(1200, 630, { fit: 'cover' })
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(join(folder, 'og.jpg'))
