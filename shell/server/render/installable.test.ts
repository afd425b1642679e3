import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { installableHead, webManifest } from './installable'

const media = path.join(import.meta.dirname, '../../media')

/** Width and height as a PNG file itself says. */
async function pngSize(file: string): Promise<string> {
  const bytes = await readFile(path.join(media, file))
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return `${String(bytes.readUInt32BE(16))}x${String(bytes.readUInt32BE(20))}`
}

test.each(webManifest.icons)('$src exists in its declared size', async ({ src, sizes }) => {
  expect(await pngSize(src.replace('/media/', ''))).toBe(sizes)
})

test('both purposes of icons come in the two sizes that browsers require', () => {
  expect(webManifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ])
})

test('the icon for home screens without manifest support exists', async () => {
  const file = /href="\/media\/([^"]+)"/.exec((await installableHead).toString())?.[1] ?? ''
  expect(await pngSize(file)).toBe('180x180')
})
