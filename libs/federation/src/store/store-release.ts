import { createHash, randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileWithoutHash, parseRecord, type ReleaseRecord } from './record'

/** Name of the record beside the files of a release. */
const recordFile = 'record.json'

/** A finished build: where its files are, and what its record says beside the files themselves. */
export interface FinishedBuild {
  about: Omit<ReleaseRecord, 'files' | 'sizes' | 'searchable' | 'versions' | 'fragments'> &
    Partial<Pick<ReleaseRecord, 'searchable' | 'versions' | 'fragments'>>
  /** Files and folders of the build, each by its place in the release; '' puts what is in the folder at the top. */
  parts: Readonly<Record<string, string>>
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

/**
 * Paths of all files in a folder, relative to it, with slashes, sorted.
 * @throws Error naming a symbolic link, which could lead to any file of the machine
 */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: Dirent) =>
    path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')
  const link = entries.find((entry) => entry.isSymbolicLink())
  if (link)
    throw new Error(`${pathOf(link)} is a symbolic link. Put a copy of what it leads to in its place.`)
  return entries
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .sort()
}

/** Every file of a folder with its bytes and its SHA-384. */
async function digestsOf(folder: string): Promise<ReleaseRecord['files']> {
  const files: ReleaseRecord['files'] = {}
  for (const file of await filesIn(folder)) {
    const content = await readFile(path.join(folder, file))
    files[file] = {
      bytes: content.length,
      sha384: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    }
  }
  return files
}

/** Bytes of the scripts for browsers, by how they are sent. */
function sizesOf(files: ReleaseRecord['files']): ReleaseRecord['sizes'] {
  const sizes = { raw: 0, gzip: 0, brotli: 0 }
  for (const [file, { bytes }] of Object.entries(files)) {
    if (!/^[^/]+\.js$|^js\/.*\.js$/.test(file)) continue
    sizes.raw += bytes
    sizes.gzip += files[`${file}.gz`]?.bytes ?? bytes
    sizes.brotli += files[`${file}.br`]?.bytes ?? bytes
  }
  return sizes
}

/**
 * The record of a stored release.
 * @throws Error when there is none, or it is another release's or unusable
 */
export async function readRecord(store: string, name: string, version: string): Promise<ReleaseRecord> {
  const record = parseRecord(JSON.parse(await readFile(path.join(store, name, version, recordFile), 'utf8')))
  if (record.name !== name || record.version !== version)
    throw new Error(`${name} ${version} holds the record of ${record.name} ${record.version}`)
  return record
}

/** Files of a stored release that are missing or have another length than its record says. */
export async function missingFiles(store: string, record: ReleaseRecord): Promise<string[]> {
  const folder = path.join(store, record.name, record.version)
  const found = await Promise.all(
    Object.entries(record.files).map(async ([file, { bytes }]) => {
      const size = await stat(path.join(folder, file)).then(
        (stats) => stats.size,
        () => -1,
      )
      return size === bytes ? [] : [file]
    }),
  )
  return found.flat()
}

/**
 * Copies a finished build into the store, with its record. A stored release is not written again, its time of use is
 * updated; a new one is renamed into place, so whoever is killed or runs at the same time leaves and sees no half of it.
 * @throws Error when the build cannot be read or lacks a file that would run, or the store cannot be written
 */
export async function storeRelease(store: string, { about, parts }: FinishedBuild): Promise<ReleaseRecord> {
  const { name, version } = about
  const folder = path.join(store, name, version)
  if (!(await exists(folder))) {
    const unfinished = path.join(store, name, `.${version}-${randomUUID()}`)
    try {
      await mkdir(unfinished, { recursive: true })
      for (const [place, part] of Object.entries(parts))
        await cp(part, path.join(unfinished, place), { recursive: true })
      const files = await digestsOf(unfinished).catch((error: unknown) => {
        throw new Error(
          `${name} ${version} is not stored: ${error instanceof Error ? error.message : String(error)}`,
        )
      })
      const record = parseRecord({ ...about, files, sizes: sizesOf(files) })
      const missing = fileWithoutHash(record)
      if (missing !== undefined)
        throw new Error(`${name} ${version} is not stored: its build has no ${missing}`)
      await writeFile(path.join(unfinished, recordFile), `${JSON.stringify(record, null, 2)}\n`)
      await rename(unfinished, folder)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      // Another build stored the same version in the meantime.
      if (!(await exists(folder))) throw error
    }
  }
  const now = new Date()
  await utimes(folder, now, now)
  return readRecord(store, name, version)
}
