import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { secretPattern } from '../../shell/server/testing'
import { root } from '../environment'
import { memberNames } from '../remotes'

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

async function withSecrets(files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) =>
      secretPattern.test(await readFile(file, 'utf8')) ? [path.relative(root, file)] : [],
    ),
  )
  return found.flat()
}

test('no browser code names a secret', async () => {
  const libs = ['auth', 'cart', 'pricing', 'router', 'settings', 'supabase', 'ui', 'wishlist']
  const folders = [...memberNames.map((name) => `${name}/src`), ...libs.map((name) => `libs/${name}/src`)]
  const files = (await Promise.all(folders.map(filesIn))).flat()
  expect(files.length).toBeGreaterThan(100)
  expect(await withSecrets(files)).toEqual([])
})

test.each(memberNames)('no file that browsers get of %s contains a secret', async (name) => {
  const files = await filesIn(name === 'shell' ? 'shell/dist/web' : `${name}/dist/releases`)
  const texts = files.filter(
    // The server's build is beside the browser's and is not sent.
    (file) => /\.(js|html|json|css|map|txt)$/.test(file),
  )
  const small = await Promise.all(
    texts.map(async (file) => ((await stat(file)).size < 5_000_000 ? [file] : [])),
  )
  expect(small.flat().length).toBeGreaterThan(2)
  expect(await withSecrets(small.flat())).toEqual([])
})
