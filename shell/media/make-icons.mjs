// Makes the icons of the installed shop from icon.svg beside this file:
//   node shell/media/make-icons.mjs
// A maskable icon fills its square, for systems that cut a shape out of it: the mark stays within the middle four fifths.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const svg = await readFile(new URL('icon.svg', import.meta.url), 'utf8')
const square = svg
  .replace(' rx="8"', '')
  .replace('viewBox="0 0 64 64"', 'viewBox="-4 -4 72 72"')
  .replace('<rect ', '<rect x="-4" y="-4" ')
  .replace('width="64" height="64"', 'width="72" height="72"')

const render = (source, size, name) =>
  sharp(Buffer.from(source), { density: 72 * (size / 64) })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(fileURLToPath(new URL(name, import.meta.url)))

await render(svg, 192, 'icon-192.png')
await render(svg, 512, 'icon-512.png')
await render(square, 192, 'icon-maskable-192.png')
await render(square, 512, 'icon-maskable-512.png')
await render(square, 180, 'icon-apple-180.png')
