import type { Release } from '@shop/federation/build'
import { readRecord, signRelease, storeRelease } from '@shop/federation/store'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { serviceOf } from '../tools/bench/web/own-release'
import { root } from '../tools/environment'
import { signingKey } from '../tools/build/release-records'
import { untilServed } from '../tools/release/release-service'
import type { ShopProcess } from '../tools/test/shop-process'

/** Builds the copy of a remote as its script `build` does. @returns the record of its build */
function build(folder: string): Release {
  for (const environments of [['server', 'contract'], ['web']])
    execFileSync(
      process.execPath,
      [
        path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'),
        'build',
        ...environments.flatMap((environment) => ['--environment', environment]),
      ],
      { cwd: folder, env: { ...process.env, NODE_ENV: 'production' }, stdio: 'pipe' },
    )
  const release: Release = JSON.parse(readFileSync(path.join(folder, 'dist/releases/release.json'), 'utf8'))
  return release
}

/**
 * Builds a remote with a change to its sources, and makes it live while `act` runs, with the paths that it claims. Nothing
 * else is built or restarted.
 * @param change receives the folder with a copy of the remote's sources
 */
export async function withBuiltVariant(
  shop: ShopProcess,
  remote: string,
  change: (folder: string) => void,
  act: () => Promise<void>,
): Promise<void> {
  const service = serviceOf(shop)
  const { live, sets } = await service.known()
  const before = await readRecord(shop.releases, remote, sets[live ?? '']?.[remote] ?? '')
  // Inside the remote, where its dependencies are found.
  const folder = mkdtempSync(path.join(root, remote, 'dist/variant-'))
  let stored = ''
  try {
    for (const part of ['src', 'package.json', 'rsbuild.config.ts'])
      cpSync(path.join(root, remote, part), path.join(folder, part), { recursive: true })
    change(folder)
    const release = build(folder)
    const { version, mounts } = release
    const record = await storeRelease(shop.releases, {
      about: { ...before, ...release },
      parts: { '': path.join(folder, 'dist/releases', version) },
    })
    stored = path.join(shop.releases, remote, version)
    await signRelease(stored, await signingKey(shop))
    await service.setRemote(remote, before.owner, mounts)
    try {
      await untilServed(shop, (await service.promote([record])).live)
      await act()
    } finally {
      await untilServed(shop, (await service.rollBack(false)).live)
      await service.setRemote(remote, before.owner, before.mounts)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (stored) rmSync(stored, { recursive: true, force: true })
  }
}
