import { localSigningKey, signRelease, storeOf } from '@shop/federation/store'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { root } from '../../environment'

const releaseSet = v.looseObject({
  id: v.string(),
  remotes: v.record(v.string(), v.looseObject({ version: v.string() })),
})

/**
 * Copies the live release of a remote under a version that no other shop serves, and sets it live while `act` runs.
 * @param setFile release set of the one shop
 * @param version small letters and digits, as in the addresses that the web server knows
 * @param act receives the copy's folder in the store
 * @param changes what its record, signed with the shop's key, says otherwise
 */
export async function withOwnRelease(
  setFile: string,
  remote: string,
  version: string,
  act: (folder: string) => Promise<unknown>,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const before = readFileSync(setFile, 'utf8')
  const set = v.parse(v.pipe(v.string(), v.parseJson(), releaseSet), before)
  const live = set.remotes[remote]
  if (!live) throw new Error(`The release set holds no ${remote}`)
  const releases = path.join(storeOf(root), remote)
  const folder = path.join(releases, version)
  cpSync(path.join(releases, live.version), folder, { recursive: true })
  const record = v.parse(
    v.pipe(v.string(), v.parseJson(), v.looseObject({})),
    readFileSync(path.join(folder, 'record.json'), 'utf8'),
  )
  writeFileSync(path.join(folder, 'record.json'), JSON.stringify({ ...record, version, ...changes }))
  await signRelease(folder, await localSigningKey(path.join(path.dirname(setFile), 'release-key.pem')))
  try {
    const own: unknown = JSON.parse(JSON.stringify(live).replaceAll(live.version, version))
    writeFileSync(
      setFile,
      JSON.stringify({ ...set, id: version, remotes: { ...set.remotes, [remote]: own } }),
    )
    await act(folder)
  } finally {
    writeFileSync(setFile, before)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sets a release of mf-catalog live so many times, each a build of its own to the server, and asks for pages after each. */
export async function changeReleases(
  setFile: string,
  changes: number,
  ask: () => Promise<unknown>,
): Promise<void> {
  for (let index = 0; index < changes; index += 1)
    await withOwnRelease(setFile, 'mf-catalog', `bench${String(index)}`, ask)
}
