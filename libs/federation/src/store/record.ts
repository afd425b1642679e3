import * as v from 'valibot'

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(300))
const fileName = v.pipe(
  text,
  v.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w@~.-]+(?:\/[\w@~.-]+)*$/, 'is no file of the release'),
)
const digest = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'is no SHA-384'))
const mount = v.pipe(text, v.regex(/^\/[a-z0-9/-]*$/, 'is no path'))
const words = v.pipe(v.string(), v.maxLength(1000))
const names = v.record(text, v.array(text))

/** Names of the members of a release set: `shell`, or a remote's. */
const memberName = v.pipe(text, v.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'is no name of a member'))

/** A release's version: 12 hexadecimal digits that follow from its content. */
const releaseVersion = v.pipe(text, v.regex(/^[0-9a-z]{1,40}$/, 'is no version'))

/** The record of a release, `record.json` beside its files. Paths are relative to the release's folder. */
const releaseRecord = v.object({
  name: memberName,
  version: releaseVersion,
  /** Commit that it was built from; null outside of a repository. */
  commit: v.nullable(text),
  /** The team that answers for it. */
  owner: text,
  /** Time of the release, ISO 8601. */
  builtAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The container's script; of the shell its first script. */
  entry: fileName,
  /** Module Federation's manifest; of the shell the list of its files. */
  manifest: fileName,
  /** Whether a remote's container is a script that sets a global variable, as without it, or a module. */
  type: v.optional(v.picklist(['global', 'module'])),
  /** The global variable in which a remote's container registers itself. */
  globalName: text,
  /** Scripts needed to load the routes, in addition to the entry; of the shell its other scripts, in order. */
  routes: v.array(fileName),
  /** Scripts of the pages, without chunks named `rare-…`, which few visitors need. */
  pages: v.array(fileName),
  /** Its pages that the shop's search finds, by their titles and by these words. */
  searchable: v.optional(v.array(v.object({ path: text, title: text, description: words, words })), []),
  /** The props of its fragments by their names, as JSON Schema. */
  fragments: v.optional(v.record(text, v.record(v.string(), v.unknown())), {}),
  /** Path prefixes that it claims; whether they are its own is decided by the table `remotes`. */
  mounts: v.array(mount),
  /** The server bundle, if one was built. */
  server: v.nullable(fileName),
  /** Every file, also the compressed ones: its bytes and its SHA-384 as in the attribute `integrity`. */
  files: v.record(
    fileName,
    v.object({ bytes: v.pipe(v.number(), v.integer(), v.minValue(0)), sha384: digest }),
  ),
  /** Bytes of all scripts for browsers, by how they are sent. */
  sizes: v.object({ raw: v.number(), gzip: v.number(), brotli: v.number() }),
  /** The names that it imports of each shared lib; empty for the shell. */
  needs: v.optional(names, {}),
  /** The names that the shell exports of each shared lib; empty for a remote. */
  provides: v.optional(names, {}),
  /** The version of each lib that the shell shares; empty for a remote, and for a shell from before versions were recorded. */
  versions: v.optional(v.record(text, text), {}),
  /** The last migration in its sources, such as `20261123130000`; null without. */
  migration: v.nullable(v.pipe(text, v.regex(/^\d{14}$/, 'is no migration'))),
  /** Names of tables, columns and functions of the database that are in its scripts. */
  database: v.optional(v.array(text), []),
})

export type ReleaseRecord = v.InferOutput<typeof releaseRecord>

/** Parses the record of a release from untrusted JSON. @throws Error that says what is wrong */
export function parseRecord(document: unknown): ReleaseRecord {
  const parsed = v.safeParse(releaseRecord, document)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new Error(`The record of a release is unusable: ${v.getDotPath(issue) ?? 'it'} – ${issue.message}`)
}

/** A file that the record has run and has no hash of, such as a chunk that its build lacks; undefined when there is none. */
export const fileWithoutHash = ({ entry, routes, server, files }: ReleaseRecord): string | undefined =>
  [entry, ...routes, ...(server === null ? [] : [server])].find((file) => !files[file])
