import { createHash, randomUUID } from 'node:crypto'
import { access, cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Folder of the release store, `<store>/<name>/<version>/`. Outside the output of the builds, so that no build removes a release. */
export function storeOf(root: string): string {
  return path.join(root, '.releases')
}

/** A shop that runs, or may be started again, and the releases it needs. */
export interface ReleaseUser {
  /** Path of its live release set, which is read again on every prune. */
  setFile: string
  /** Version of its shell. */
  shell: string
}

const maxUnused = 10
const maxUnusedAgeMs = 14 * 24 * 60 * 60 * 1000
const maxUnfinishedAgeMs = 60 * 60 * 1000
const usersFolder = 'holders'

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

/**
 * Copies a finished build into the store. A stored version is not written again, its time of use is updated; a new one
 * is renamed into place, so concurrent builds and readers never see half of it.
 * @param parts the folders of the build to copy
 * @throws Error when the build cannot be read or the store cannot be written
 */
export async function storeRelease(
  store: string,
  name: string,
  version: string,
  build: string,
  parts: readonly string[] = ['.'],
): Promise<void> {
  const folder = path.join(store, name, version)
  if (!(await fileExists(folder))) {
    const unfinished = path.join(store, name, `.${version}-${randomUUID()}`)
    try {
      for (const part of parts)
        await cp(path.join(build, part), path.join(unfinished, part), { recursive: true })
      await rename(unfinished, folder)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      // Another build stored the same version in the meantime.
      if (!(await fileExists(folder))) throw error
    }
  }
  const now = new Date()
  await utimes(folder, now, now)
}

/** Records which releases a shop uses. They are not pruned until it records others or its set file is deleted. */
export async function recordReleaseUse(store: string, user: ReleaseUser): Promise<void> {
  const file = path.join(
    store,
    usersFolder,
    `${createHash('sha256').update(user.setFile).digest('hex').slice(0, 16)}.json`,
  )
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.next`, JSON.stringify(user))
  await rename(`${file}.next`, file)
}

/** Folders that any shop uses; null when one shop's record cannot be read, so nothing may be removed. */
async function neededFolders(store: string): Promise<Set<string> | null> {
  const needed = new Set<string>()
  try {
    for (const name of await namesIn(path.join(store, usersFolder))) {
      if (!name.endsWith('.json')) continue
      const file = path.join(store, usersFolder, name)
      const { setFile, shell } = JSON.parse(await readFile(file, 'utf8')) as ReleaseUser
      if (!(await fileExists(setFile))) {
        await rm(file, { force: true })
        continue
      }
      const set = JSON.parse(await readFile(setFile, 'utf8')) as {
        remotes: Record<string, { version: string }>
      }
      needed.add(path.join(store, 'shell', shell))
      for (const [remote, { version }] of Object.entries(set.remotes))
        needed.add(path.join(store, remote, version))
    }
    return needed
  } catch {
    return null
  }
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
 * Removes old releases. Those in the live set of any shop, and each shop's shell, are never removed. Of the others the
 * ten most recent of each app stay for fourteen days after their last use, for tabs that were opened with them.
 * @param now milliseconds since 1970
 */
export async function pruneReleases(store: string, now = Date.now()): Promise<void> {
  const needed = await neededFolders(store)
  if (!needed) return
  for (const name of (await namesIn(store)).filter((entry) => entry !== usersFolder)) {
    const versions = await storedVersions(store, name)
    const unused = versions
      .map((version) => path.join(store, name, version))
      .filter((folder) => !needed.has(folder))
    for (const [index, folder] of unused.entries()) {
      const { mtimeMs } = await stat(folder)
      if (index >= maxUnused || now - mtimeMs > maxUnusedAgeMs)
        await rm(folder, { recursive: true, force: true })
    }
    for (const unfinishedName of (await namesIn(path.join(store, name))).filter((entry) =>
      entry.startsWith('.'),
    )) {
      const folder = path.join(store, name, unfinishedName)
      const { mtimeMs } = await stat(folder)
      if (now - mtimeMs > maxUnfinishedAgeMs) await rm(folder, { recursive: true, force: true })
    }
  }
}
