import { globalNameOf, type Release } from '@shop/federation/build'
import { storeOf, storeRelease } from '@shop/federation/store'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../tools/environment'

/**
 * Builds a remote with a change to its sources, and sets it live while `act` runs. Nothing else is built or restarted.
 * @param setFile release set of the one shop
 * @param change receives the folder with a copy of the remote's sources
 */
export async function withBuiltVariant(
  setFile: string,
  remote: string,
  change: (folder: string) => void,
  act: () => Promise<void>,
): Promise<void> {
  const before = readFileSync(setFile, 'utf8')
  // Inside the remote, where its dependencies are found.
  const folder = mkdtempSync(path.join(root, remote, 'dist/variant-'))
  let stored = ''
  try {
    for (const part of ['src', 'package.json', 'rsbuild.config.ts'])
      cpSync(path.join(root, remote, part), path.join(folder, part), { recursive: true })
    change(folder)
    for (const environment of ['server', 'web'])
      execFileSync(
        process.execPath,
        [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build', '--environment', environment],
        { cwd: folder, env: { ...process.env, NODE_ENV: 'production' }, stdio: 'pipe' },
      )
    const releases = path.join(folder, 'dist/releases')
    const record: Release = JSON.parse(readFileSync(path.join(releases, 'release.json'), 'utf8'))
    const { version, entry, manifest, routes, pages, mounts, server } = record
    await storeRelease(storeOf(root), remote, version, path.join(releases, version))
    stored = path.join(storeOf(root), remote, version)
    const url = (file: string) => `/releases/${remote}/${version}/${file}`
    const set: { remotes: Record<string, unknown> } = JSON.parse(before)
    const live = {
      version,
      manifest: url(manifest),
      entry: url(entry),
      globalName: globalNameOf(remote),
      routes: routes.map(url),
      pages: pages.map(url),
      mounts,
      server: server && url(server),
    }
    const next = { id: `variant-${version}`, remotes: { ...set.remotes, [remote]: live } }
    writeFileSync(setFile, JSON.stringify(next))
    await act()
  } finally {
    writeFileSync(setFile, before)
    rmSync(folder, { recursive: true, force: true })
    if (stored) rmSync(stored, { recursive: true, force: true })
  }
}
