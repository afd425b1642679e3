import { createHash } from 'node:crypto'
import { lstat, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileWithoutHash, parseRecord, type ReleaseRecord } from './record'
import {
  isSigned,
  keyId,
  signatureFile,
  signaturesBy,
  signRecord,
  type SigningKey,
  type TrustedKey,
} from './signature'

const recordFile = 'record.json'

/** SHA-384 of a content, in the format of the attribute `integrity`. */
export const sha384 = (content: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

/** Why a release must not run. */
class UnverifiedRelease extends Error {
  constructor(name: string, version: string, why: string) {
    super(`${name} ${version} is not verified: ${why}`)
    this.name = 'UnverifiedRelease'
  }
}

/**
 * Writes a key's signature of a stored release's record beside it.
 * @throws Error when there is no record or it is unusable
 */
export async function signRelease(folder: string, key: SigningKey): Promise<void> {
  const document: object = JSON.parse(await readFile(path.join(folder, recordFile), 'utf8'))
  parseRecord(document)
  const file = path.join(folder, signatureFile(keyId(key.publicKey)))
  await writeFile(`${file}.${String(process.pid)}`, signRecord(document, key))
  await rename(`${file}.${String(process.pid)}`, file)
}

/**
 * The record of a stored release, signed by one of the keys that may sign those of its name. Its files are not looked at.
 * @throws UnverifiedRelease when it is missing, another release's, unusable, unsigned or changed
 */
export async function signedRecord(
  store: string,
  name: string,
  version: string,
  keys: readonly TrustedKey[],
): Promise<ReleaseRecord> {
  const publicKeys = keys.filter(({ member = name }) => member === name).map(({ publicKey }) => publicKey)
  const folder = path.join(store, name, version)
  const rejected = (why: string) => new UnverifiedRelease(name, version, why)
  const document: unknown = await readFile(path.join(folder, recordFile), 'utf8')
    .then((json) => JSON.parse(json) as unknown)
    .catch(() => {
      throw rejected('it has no record')
    })
  const signatures = await signaturesBy(folder, publicKeys)
  if (signatures.length === 0) throw rejected('none of the trusted keys has signed its record')
  // Signed is the document, not what this version of the code reads of it.
  if (
    typeof document !== 'object' ||
    !document ||
    !signatures.some((one) => isSigned(document, one, publicKeys))
  )
    throw rejected('its record is not as it was signed')
  let record: ReleaseRecord
  try {
    record = parseRecord(document)
  } catch (error) {
    throw rejected(error instanceof Error ? error.message : String(error))
  }
  if (record.name !== name || record.version !== version)
    throw rejected(`its record is that of ${record.name} ${record.version}`)
  const missing = fileWithoutHash(record)
  if (missing !== undefined) throw rejected(`its record has no hash of ${missing}`)
  return record
}

/**
 * Reads files of stored releases whose content is the signed one: what is returned is what was checked.
 * @returns reads the file of a path in the store; throws UnverifiedRelease for any other content
 */
export function verifiedReader(store: string, keys: readonly TrustedKey[]) {
  return async (file: string): Promise<string> => {
    const [name = '', version = '', ...rest] = path.relative(store, file).split(path.sep)
    const record = await signedRecord(store, name, version, keys)
    const content = await readFile(file)
    const inRelease = rest.join('/')
    if (record.files[inRelease]?.sha384 !== sha384(content))
      throw new UnverifiedRelease(name, version, `${inRelease} was changed`)
    return content.toString()
  }
}

/** Remembers which files had the right content, by their identity and time of change, which nobody can set. */
type KnownFiles = Map<string, string>

async function hasContent(file: string, hash: string, known: KnownFiles): Promise<boolean> {
  try {
    const stats = await lstat(file)
    if (!stats.isFile()) return false
    const { ino, size, ctimeMs } = stats
    const state = [ino, size, ctimeMs, hash].join(' ')
    if (known.get(file) === state) return true
    if (sha384(await readFile(file)) !== hash) return false
    known.set(file, state)
    return true
  } catch {
    return false
  }
}

/** Files of a stored release that are missing or have another content than its record says. */
export async function changedFiles(
  store: string,
  { name, version, files }: ReleaseRecord,
  known: KnownFiles = new Map(),
): Promise<string[]> {
  const changed: string[] = []
  for (const [file, { sha384: hash }] of Object.entries(files))
    if (!(await hasContent(path.join(store, name, version, file), hash, known))) changed.push(file)
  return changed
}

/**
 * Verifies stored releases: record, signature and every file.
 * @returns the verified record; a second call reads only the files that were touched since
 */
export function releaseVerifier(store: string, keys: readonly TrustedKey[]) {
  const known: KnownFiles = new Map()
  /** @throws UnverifiedRelease naming a file that is missing or changed, or what is wrong with the record */
  return async (name: string, version: string): Promise<ReleaseRecord> => {
    const record = await signedRecord(store, name, version, keys)
    const [changed] = await changedFiles(store, record, known)
    if (changed !== undefined)
      throw new UnverifiedRelease(name, version, `${changed} is missing or was changed`)
    return record
  }
}
