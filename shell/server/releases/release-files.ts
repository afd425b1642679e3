import {
  isServerFile,
  sha384,
  signedRecord,
  type ReleaseRecord,
  type TrustedKey,
} from '@shop/federation/store'
import { LRUCache } from 'lru-cache'
import { constants } from 'node:fs'
import { lstat, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'

const releasePath = /^\/releases\/([a-z][a-z0-9-]*)\/([0-9a-z]+)\/(.*)$/

/** Path of a release's file on disk, from its URL. @param store folder of the release store */
export function releaseFile(store: string, url: string): string {
  return path.join(store, url.replace(releasePath, '/$1/$2/$3'))
}

type Content = Uint8Array<ArrayBuffer>

/** Where a file of a release is. */
interface ReleasePlace {
  name: string
  version: string
  /** Its path in the release's folder, as the record lists it. */
  file: string
}

/** Reads a file of a release for browsers; null for what no trusted key has signed. */
export type ReadReleaseFile = (place: ReleasePlace) => Promise<Content | null>

/** A content that was checked, and the file's identity and time of change then. */
interface CheckedFile {
  content: Content
  state: string
}

// The records of the live set, of the sets before it, and of those that visitors keep.
const maxRecords = 64
const maxCachedBytes = 32 * 1024 * 1024

/**
 * Reads files of stored releases for browsers: those that a record lists, with the content that was signed. What is returned is
 * what was checked; a file is read and hashed again once it was touched. Symbolic links are not followed.
 * @param store folder of the release store
 * @param keys by which releases may be signed
 */
export function releaseFileReader(store: string, keys: readonly TrustedKey[]): ReadReleaseFile {
  const records = new LRUCache<string, Promise<ReleaseRecord>, ReleasePlace>({
    max: maxRecords,
    memoMethod: (key, _, { context: { name, version } }) => {
      const record = signedRecord(store, name, version, keys)
      // It may be signed later.
      record.catch(() => records.delete(key))
      return record
    },
  })
  const checked = new LRUCache<string, CheckedFile>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ content }) => content.length + 1,
  })

  /** The content of a file, unless the way to it leads over a symbolic link. */
  const contentOf = async (place: ReleasePlace, location: string): Promise<Content | null> => {
    const { name, version, file } = place
    if ((await realpath(location)) !== path.join(await realpath(store), name, version, file)) return null
    return readFile(location, { flag: constants.O_RDONLY | constants.O_NOFOLLOW })
  }

  return async (place) => {
    const { name, version, file } = place
    if (isServerFile(file)) return null
    const record = await records.memo(`${name}/${version}`, { context: place }).catch(() => null)
    const listed = record && Object.hasOwn(record.files, file) ? record.files[file] : undefined
    if (!listed) return null
    const location = path.join(store, name, version, file)
    const stats = await lstat(location).catch(() => null)
    if (!stats?.isFile() || stats.size !== listed.bytes) return null
    const state = [stats.ino, stats.mtimeMs, stats.ctimeMs].join(' ')
    const known = checked.get(location)
    if (known?.state === state) return known.content
    const content = await contentOf(place, location).catch(() => null)
    if (content === null || sha384(content) !== listed.sha384) return null
    checked.set(location, { content, state })
    return content
  }
}
