import { createHash, randomUUID } from 'node:crypto'
import { access, cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where the releases of a checkout lie: `<store>/<name>/<version>/`. Outside what a build writes, so that no build removes one. */
export function storeOf(root: string): string {
  return path.join(root, '.releases')
}

/** What a shop that runs, or may be started again, still needs from the store. */
export interface Holder {
  /** Path of the live release set: the versions named there are read anew each time. */
  setFile: string
  /** Version of the shell that serves it. */
  shell: string
}

const keptUnnamed = 10
const keptUnnamedMs = 14 * 24 * 60 * 60 * 1000
const leftoverMs = 60 * 60 * 1000
const holders = 'holders'

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/**
 * Version of a build: the start of the SHA-256 of its files' paths and contents, as 12 hexadecimal digits.
 * @param parts the folders inside it that count
 */
export async function versionOf(folder: string, parts: readonly string[] = ['.']): Promise<string> {
  const found = await Promise.all(
    parts.map((part) => readdir(path.join(folder, part), { recursive: true, withFileTypes: true })),
  )
  const files = found
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const whole = createHash('sha256')
  for (const file of files) whole.update(path.relative(folder, file)).update(await readFile(file))
  return whole.digest('hex').slice(0, 12)
}

/**
 * Copies a finished build into the store. A version that is there already is not written again, only marked as used now;
 * a new one appears whole, by a rename, so two builds at once and a reader beside them are safe.
 * @param parts the folders of the build to copy
 * @throws Error when the build cannot be read or the store not be written
 */
export async function keepRelease(
  store: string,
  name: string,
  version: string,
  build: string,
  parts: readonly string[] = ['.'],
): Promise<void> {
  const folder = path.join(store, name, version)
  if (!(await exists(folder))) {
    const unfinished = path.join(store, name, `.${version}-${randomUUID()}`)
    try {
      for (const part of parts)
        await cp(path.join(build, part), path.join(unfinished, part), { recursive: true })
      await rename(unfinished, folder)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      // Another build stored the same version in the meantime.
      if (!(await exists(folder))) throw error
    }
  }
  const now = new Date()
  await utimes(folder, now, now)
}

/** Marks what a shop needs: it is kept until the same shop needs something else, or its set file is gone. */
export async function holdReleases(store: string, holder: Holder): Promise<void> {
  const file = path.join(
    store,
    holders,
    `${createHash('sha256').update(holder.setFile).digest('hex').slice(0, 16)}.json`,
  )
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.next`, JSON.stringify(holder))
  await rename(`${file}.next`, file)
}

/** Folders in the store that some shop needs; null when one shop's need cannot be read, so nothing may be removed. */
async function neededFolders(store: string): Promise<Set<string> | null> {
  const needed = new Set<string>()
  try {
    for (const name of await namesIn(path.join(store, holders))) {
      if (!name.endsWith('.json')) continue
      const file = path.join(store, holders, name)
      const { setFile, shell } = JSON.parse(await readFile(file, 'utf8')) as Holder
      if (!(await exists(setFile))) {
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

/** The stored versions of an app, the last used first. */
export async function storedVersions(store: string, name: string): Promise<string[]> {
  const versions = (await namesIn(path.join(store, name))).filter((version) => !version.startsWith('.'))
  const dated = await Promise.all(
    versions.map(async (version) => ({
      version,
      used: (await stat(path.join(store, name, version))).mtimeMs,
    })),
  )
  return dated.sort((a, b) => b.used - a.used).map(({ version }) => version)
}

/**
 * Removes old releases. What the live set of any shop names stays, as does the shell of each; of the others the last
 * ten of each app stay, for fourteen days after their last use, for tabs that were opened with them.
 * @param now milliseconds since 1970
 */
export async function pruneReleases(store: string, now = Date.now()): Promise<void> {
  const needed = await neededFolders(store)
  if (!needed) return
  for (const name of (await namesIn(store)).filter((entry) => entry !== holders)) {
    const versions = await storedVersions(store, name)
    const unnamed = versions
      .map((version) => path.join(store, name, version))
      .filter((folder) => !needed.has(folder))
    for (const [place, folder] of unnamed.entries()) {
      const { mtimeMs } = await stat(folder)
      if (place >= keptUnnamed || now - mtimeMs > keptUnnamedMs)
        await rm(folder, { recursive: true, force: true })
    }
    for (const leftover of (await namesIn(path.join(store, name))).filter((entry) => entry.startsWith('.'))) {
      const folder = path.join(store, name, leftover)
      const { mtimeMs } = await stat(folder)
      if (now - mtimeMs > leftoverMs) await rm(folder, { recursive: true, force: true })
    }
  }
}
