import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer } from '../../shell/inline/bundle-server'
import { root } from '../environment'

/** Folder of what production runs: the web server in one file, beside the pictures and fonts that it serves. */
export const serverFolder = path.join(root, 'shell/dist/run')

/** Puts together what production runs; in its folder everything lies where the web server looks for it in a checkout. */
async function buildServer(): Promise<void> {
  await rm(serverFolder, { recursive: true, force: true })
  await bundleServer(path.join(root, 'tools/start/serve.ts'), path.join(serverFolder, 'tools/serve.mjs'), [
    'piscina',
  ])
  const pool = 'node_modules/piscina'
  for (const part of ['package.json', 'dist'])
    await cp(path.join(root, pool, part), path.join(serverFolder, pool, part), { recursive: true })
  await cp(path.join(root, 'shell/dist/inline'), path.join(serverFolder, 'dist/inline'), { recursive: true })
  for (const folder of ['shell/media', 'libs/ui/fonts'])
    await cp(path.join(root, folder), path.join(serverFolder, folder), { recursive: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
