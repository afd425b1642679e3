import { readRecord, signRelease, storeRelease, type ReleaseRecord } from '@shop/federation/store'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import { signingKey } from '../../build/release-records'
import { releaseService, untilServed } from '../../release/release-service'

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

const sha384 = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

/**
 * Replaces a text in every script of a folder; what was compressed of a changed one goes.
 * @returns the hashes of what was changed, before and after
 */
function replaceText(folder: string, text: string, by: string): (readonly [before: string, after: string])[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => /\.c?js$/.test(file))
    .flatMap((file) => {
      const before = readFileSync(file, 'utf8')
      if (!before.includes(text)) return []
      const after = before.replaceAll(text, by)
      writeFileSync(file, after)
      for (const copy of ['.br', '.gz']) rmSync(file + copy, { force: true })
      return [[sha384(before), sha384(after)] as const]
    })
}

/** A text and what stands in its place, or a change of the files in a folder. */
type ReleaseEdit = readonly [text: string, by: string] | ((folder: string) => void)

/**
 * Releases a copy of a live member under a version that no other shop serves.
 * @param version small letters and digits
 * @param edit a text of its pages and what stands there in the copy, or what changes the copy's files
 * @param changes what its record, signed with the shop's key, says otherwise
 * @returns its record
 * @throws Error when nothing in it says the text
 */
export async function copyRelease(
  { releases, ...shop }: ReleasingShop,
  name: string,
  version: string,
  edit?: ReleaseEdit | null,
  changes: Partial<ReleaseRecord> = {},
): Promise<ReleaseRecord> {
  const { live, sets } = await serviceOf(shop).known()
  const liveVersion = sets[live ?? '']?.[name]
  if (liveVersion === undefined) throw new Error(`The release set holds no ${name}`)
  const copy = mkdtempSync(path.join(tmpdir(), 'shop-release-'))
  try {
    cpSync(path.join(releases, name, liveVersion), copy, { recursive: true })
    for (const file of readdirSync(copy)) if (/^record\.json/.test(file)) rmSync(path.join(copy, file))
    if (typeof edit === 'function') edit(copy)
    else if (edit) {
      const changed = replaceText(copy, ...edit)
      if (changed.length === 0) throw new Error(`Nothing in ${name} says "${edit[0]}"`)
      // The entry has the hashes of its chunks.
      for (const hashes of changed) replaceText(copy, ...hashes)
    }
    const about = { ...(await readRecord(releases, name, liveVersion)), version }
    const stored = await storeRelease(releases, { about, parts: { '': copy } })
    const folder = path.join(releases, name, version)
    const record = { ...stored, ...changes }
    writeFileSync(path.join(folder, 'record.json'), JSON.stringify(record))
    await signRelease(folder, await signingKey(shop))
    return record
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/**
 * Copies the live release of a remote under a version that no other shop serves, and makes it live while `act` runs.
 * @param version small letters and digits
 * @param act receives the copy's folder in the store
 * @param edit what is changed in the copy
 */
export async function withOwnRelease(
  shop: ReleasingShop,
  remote: string,
  version: string,
  act: (folder: string) => Promise<unknown>,
  edit: ReleaseEdit | null = null,
): Promise<void> {
  const service = serviceOf(shop)
  const folder = path.join(shop.releases, remote, version)
  const record = await copyRelease(shop, remote, version, edit)
  const { live } = await service.promote([record])
  try {
    await untilServed(shop, live)
    await act(folder)
  } finally {
    await untilServed(shop, (await service.rollBack(false)).live)
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
