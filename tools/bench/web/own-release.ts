import { parseRecord, readRecord, type ReleaseRecord } from '@shop/federation/store'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/**
 * Copies the live release of a remote under a version that no other shop serves.
 * @param version small letters and digits
 * @returns its record
 */
export async function copyRelease(
  { releases, ...shop }: ReleasingShop,
  remote: string,
  version: string,
): Promise<ReleaseRecord> {
  const { live, sets } = await serviceOf(shop).known()
  const liveVersion = sets[live ?? '']?.[remote]
  if (liveVersion === undefined) throw new Error(`The release set holds no ${remote}`)
  const folder = path.join(releases, remote, version)
  cpSync(path.join(releases, remote, liveVersion), folder, { recursive: true })
  const record = parseRecord({ ...(await readRecord(releases, remote, liveVersion)), version })
  writeFileSync(path.join(folder, 'record.json'), JSON.stringify(record))
  return record
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
