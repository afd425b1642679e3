import type { ReleaseSet } from '../runtime/release-set'
import type { ReleaseRecord } from './record'

/** Address of a release's folder on the web server. */
const releaseBase = (name: string, version: string): string => `/releases/${name}/${version}/`

/** Files of a release that only the web server reads. */
export const isServerFile = (file: string): boolean =>
  /^(?:server\.cjs|record\.json|inline|run)(?:[./]|$)/.test(file)

/** SHA-384 of some files of a release, by their addresses; one that the record does not know has none. */
const hashesOf = ({ files }: ReleaseRecord, base: string, chosen: readonly string[]) =>
  Object.fromEntries(
    chosen.flatMap((file) => {
      const hash = files[file]?.sha384
      return hash === undefined ? [] : [[base + file, hash] as const]
    }),
  )

/**
 * The release set that pages carry, from the records of its members.
 * @throws Error when the shell is not among them
 */
export function composeSet(id: string, records: readonly ReleaseRecord[]): ReleaseSet {
  const shell = records.find(({ name }) => name === 'shell')
  if (!shell) throw new Error(`Release set ${id} has no shell`)
  const shellBase = releaseBase('shell', shell.version)
  const shellScripts = Object.keys(shell.files).filter((file) => file.endsWith('.js') && !isServerFile(file))
  const remotes = records
    .filter((record) => record !== shell)
    .map((record) => {
      const { name, version, entry, type, manifest, globalName, routes, pages, mounts, server, files } =
        record
      const base = releaseBase(name, version)
      const release = {
        version,
        manifest: base + manifest,
        entry: base + entry,
        type,
        globalName,
        routes: routes.map((file) => base + file),
        pages: pages.map((file) => base + file),
        mounts,
        server: server && base + server,
        integrity: hashesOf(record, base, [
          ...[manifest, entry, ...routes, ...pages],
          ...(type === 'module' ? Object.keys(files).filter((file) => /\.m?js$/.test(file)) : []),
        ]),
      }
      return [name, release] as const
    })
  return {
    id,
    shell: {
      version: shell.version,
      scripts: [shell.entry, ...shell.routes].map((file) => shellBase + file),
      files: shellScripts.map((file) => shellBase + file),
      integrity: hashesOf(shell, shellBase, shellScripts),
    },
    remotes: Object.fromEntries(remotes),
  }
}
