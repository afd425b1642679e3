import { readRecord, storeRelease, type ReleaseRecord } from '@shop/federation/store'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { releaseService, untilServed } from '../../release-service'

/** A running shop whose releases may be changed. */
export interface ReleasingShop {
  port: number
  backendPort: number
  dataDir: string
  releases: string
}

/** The releases of a running shop with the embedded backend. */
export function serviceOf({ backendPort, dataDir }: Omit<ReleasingShop, 'releases'>) {
  const { secretKey } = v.parse(
    v.looseObject({ secretKey: v.string() }),
    JSON.parse(readFileSync(path.join(dataDir, 'keys.json'), 'utf8')),
  )
  return releaseService(`http://localhost:${String(backendPort)}`, secretKey)
}

/** Replaces a text in every script of a folder; what was compressed of a changed one goes. @returns how many have changed */
function replaceText(folder: string, text: string, by: string): number {
  let changed = 0
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/\.c?js$/.test(name)) continue
    const file = path.join(folder, name)
    const before = readFileSync(file, 'utf8')
    if (!before.includes(text)) continue
    writeFileSync(file, before.replaceAll(text, by))
    for (const copy of ['.br', '.gz']) rmSync(file + copy, { force: true })
    changed += 1
  }
  return changed
}

/**
 * Releases a copy of a live member under a version that no other shop serves.
 * @param version small letters and digits
 * @param edit a text of its pages and what stands there in the copy
 * @returns its record
 * @throws Error when nothing in it says the text
 */
export async function copyRelease(
  { releases, ...shop }: ReleasingShop,
  name: string,
  version: string,
  edit?: readonly [text: string, by: string],
): Promise<ReleaseRecord> {
  const { live, sets } = await serviceOf(shop).known()
  const liveVersion = sets[live ?? '']?.[name]
  if (liveVersion === undefined) throw new Error(`The release set holds no ${name}`)
  const copy = mkdtempSync(path.join(tmpdir(), 'shop-release-'))
  try {
    cpSync(path.join(releases, name, liveVersion), copy, { recursive: true })
    rmSync(path.join(copy, 'record.json'))
    if (edit && replaceText(copy, ...edit) === 0) throw new Error(`Nothing in ${name} says "${edit[0]}"`)
    const record = await readRecord(releases, name, liveVersion)
    return await storeRelease(releases, { about: { ...record, version }, parts: { '': copy } })
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/**
 * Copies the live release of a remote under a version that no other shop serves, and makes it live while `act` runs.
 * @param version small letters and digits
 * @param act receives the copy's folder in the store
 */
export async function withOwnRelease(
  shop: ReleasingShop,
  remote: string,
  version: string,
  act: (folder: string) => Promise<unknown>,
): Promise<void> {
  const service = serviceOf(shop)
  const folder = path.join(shop.releases, remote, version)
  const record = await copyRelease(shop, remote, version)
  const { live } = await service.promote([record])
  try {
    await untilServed(shop.port, live)
    await act(folder)
  } finally {
    await untilServed(shop.port, (await service.rollBack(false)).live)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes a release of mf-catalog live so many times, each a build of its own to the server, and asks for pages after each. */
export async function changeReleases(
  shop: ReleasingShop,
  changes: number,
  ask: () => Promise<unknown>,
): Promise<void> {
  for (let index = 0; index < changes; index += 1)
    await withOwnRelease(shop, 'mf-catalog', `bench${String(index)}`, ask)
}
