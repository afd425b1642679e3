import type { ReleaseSet } from '@shop/federation'
import { isServerFile, sha384, signedRecord } from '@shop/federation/store'
import { allFontFiles } from '@shop/ui/document'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { StaticFilesOptions } from './static-files'

/** SHA-384 by the address of a file, in the format of the attribute `integrity`. */
type Hashes = Readonly<Record<string, string>>

/** The hashes of all files that pages of a release set may load. */
export type FilesOf = (set: ReleaseSet) => Promise<Hashes>

const isForBrowsers = (file: string) => !isServerFile(file) && !/\.(?:br|gz)$|^pages\.json$/.test(file)

/** The hashes of a release set's files, each read once; those of a release that cannot be read are missing until it can. */
export function filesOfSets({ root, store, releaseKeys }: StaticFilesOptions): FilesOf {
  const ofRelease = async (name: string, version: string): Promise<Hashes> => {
    const { files } = await signedRecord(store, name, version, releaseKeys)
    return Object.fromEntries(
      Object.entries(files)
        .filter(([file]) => isForBrowsers(file))
        .map(([file, { sha384: hash }]) => [`/releases/${name}/${version}/${file}`, hash]),
    )
  }
  const ofFont = async (font: string): Promise<Hashes> => ({
    [`/fonts/${font}`]: sha384(await readFile(path.join(root, 'libs/ui/fonts', font))),
  })
  const composed = new WeakMap<ReleaseSet, Hashes>()
  return async (set) => {
    const known = composed.get(set)
    if (known) return known
    const members = Object.entries({ ...(set.shell && { shell: set.shell }), ...set.remotes })
    const read = await Promise.allSettled([
      ...members.map(([name, { version }]) => ofRelease(name, version)),
      ...allFontFiles.map(ofFont),
    ])
    const hashes: Hashes = Object.fromEntries(
      read.flatMap((one) => (one.status === 'fulfilled' ? Object.entries(one.value) : [])),
    )
    if (read.every(({ status }) => status === 'fulfilled')) composed.set(set, hashes)
    return hashes
  }
}
