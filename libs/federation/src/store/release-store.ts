import { createHash } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

/** A shop that runs, or may be started again, and the releases that it can reach. */
export interface ReleaseConsumer {
  /** A file that the shop has for as long as its data; once it is gone the shop needs no release. */
  aliveFile: string
  /** Versions by name, one for each release set that is live, was live within a day, or a rollback would give. */
  sets: readonly Readonly<Record<string, string>>[]
}

// The names that existing stores have.
const consumersFolder = 'consumers'
const storedConsumer = v.object({ aliveFile: v.string(), sets: v.array(v.record(v.string(), v.string())) })
const dayMs = 24 * 60 * 60 * 1000
const maxUnusedPerApp = 10
const maxUnusedAgeMs = 14 * dayMs
const maxUnfinishedAgeMs = dayMs / 24

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])
const fileExists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * Version of a build: the start of the SHA-256 of its files' paths and contents, as 12 hexadecimal digits.
 * @param parts the folders inside it to hash
 */
export async function versionOf(folder: string, parts: readonly string[] = ['.']): Promise<string> {
  const entries = await Promise.all(
    parts.map((part) => readdir(path.join(folder, part), { recursive: true, withFileTypes: true })),
  )
  const files = entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(path.relative(folder, file)).update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}

/** Records which releases a shop can reach. They are not pruned until it records others or its file is deleted. */
export async function recordReleaseUse(store: string, { aliveFile, sets }: ReleaseConsumer): Promise<void> {
  const id = createHash('sha256').update(aliveFile).digest('hex').slice(0, 16)
  const file = path.join(store, consumersFolder, `${id}.json`)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.${String(process.pid)}`, JSON.stringify({ aliveFile, sets }))
  await rename(`${file}.${String(process.pid)}`, file)
}

/**
 * Names and versions of the releases that any shop of the store can reach; null when one shop's record cannot be read, so
 * nothing may be removed.
 */
export async function reachableReleases(store: string): Promise<[name: string, version: string][] | null> {
  const reachable: [string, string][] = []
  try {
    for (const name of await namesIn(path.join(store, consumersFolder))) {
      if (!name.endsWith('.json')) continue
      const file = path.join(store, consumersFolder, name)
      const { aliveFile, sets } = v.parse(storedConsumer, JSON.parse(await readFile(file, 'utf8')))
      if (await fileExists(aliveFile)) reachable.push(...sets.flatMap((set) => Object.entries(set)))
      else await rm(file, { force: true })
    }
    return reachable
  } catch {
    return null
  }
}

/** The names of the members that have releases in a store. */
export async function storedNames(store: string): Promise<string[]> {
  return (await namesIn(store)).filter((name) => name !== consumersFolder)
}

/** The stored versions of an app, most recently used first. */
export async function storedVersions(store: string, name: string): Promise<string[]> {
  const versions = (await namesIn(path.join(store, name))).filter((version) => !version.startsWith('.'))
  const versionsWithUse = await Promise.all(
    versions.map(async (version) => ({
      version,
      used: (await stat(path.join(store, name, version))).mtimeMs,
    })),
  )
  return versionsWithUse.sort((a, b) => b.used - a.used).map(({ version }) => version)
}

/**
 * Removes releases that nobody reaches. Those in the live set of any shop, in one that was live within a day, or that a rollback
 * would give are never removed, nor what was stored or used within a day. Of the others the ten most recent of each app
 * stay for fourteen days.
 * @param now milliseconds since 1970
 */
export async function pruneReleases(store: string, now = Date.now()): Promise<void> {
  const releases = await reachableReleases(store)
  if (!releases) return
  const reachable = new Set(releases.map(([name, version]) => path.join(store, name, version)))
  for (const name of await storedNames(store)) {
    const unused = (await storedVersions(store, name))
      .map((version) => path.join(store, name, version))
      .filter((folder) => !reachable.has(folder))
    for (const [index, folder] of unused.entries()) {
      const ageMs = now - (await stat(folder)).mtimeMs
      if (ageMs > dayMs && (index >= maxUnusedPerApp || ageMs > maxUnusedAgeMs))
        await rm(folder, { recursive: true, force: true })
    }
    for (const unfinished of (await namesIn(path.join(store, name))).filter((entry) =>
      entry.startsWith('.'),
    )) {
      const folder = path.join(store, name, unfinished)
      const { mtimeMs } = await stat(folder)
      if (now - mtimeMs > maxUnfinishedAgeMs) await rm(folder, { recursive: true, force: true })
    }
  }
}
