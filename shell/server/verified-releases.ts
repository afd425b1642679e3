import type { ReleaseSet } from '@shop/federation'
import { contractProblems, type ReleaseRecord } from '@shop/federation/store'
import type { LiveReleaseSet } from './release-set-file'

/** The release sets of a web server, in which only verified members run. */
export interface VerifiedReleases extends LiveReleaseSet {
  /** Why members of the current set are not served, by name. */
  refused(): Readonly<Record<string, string>>
}

/** Options of the verified release sets. */
export interface VerifiedReleasesOptions {
  /** The verified record of a stored release. @throws Error that says what is wrong with it */
  verify: (name: string, version: string) => Promise<ReleaseRecord>
  /** Version of the shell, whose exports the remotes need. */
  shell: string
  warn: (message: string) => void
  /** How long members count as verified, in milliseconds. */
  everyMs?: number
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
type Remote = ReleaseSet['remotes'][string]

/** A remote as its signed record describes it, whatever else the set says. */
function verifiedRemote(record: ReleaseRecord): Remote {
  const base = `/releases/${record.name}/${record.version}/`
  const hashes = [record.entry, ...record.routes].map((file) => [
    base + file,
    record.files[file]?.sha384 ?? '',
  ])
  return {
    version: record.version,
    manifest: base + record.manifest,
    entry: base + record.entry,
    globalName: record.globalName,
    routes: record.routes.map((file) => base + file),
    pages: record.pages.map((file) => base + file),
    mounts: record.mounts,
    server: record.server && base + record.server,
    integrity: Object.fromEntries(hashes),
  }
}

/**
 * Release sets whose members are verified: one that is unsigned, changed, or needs a name that the shell lacks keeps its paths,
 * where the page says that this part is not available, and nothing of it runs.
 */
export function verifiedReleases(
  releases: LiveReleaseSet,
  { verify, shell, warn, everyMs = 5000 }: VerifiedReleasesOptions,
): VerifiedReleases {
  let refused: Record<string, string> = {}

  const verifiedSet = async (set: ReleaseSet): Promise<ReleaseSet> => {
    const problems: Record<string, string> = {}
    const shellRecord = await verify('shell', shell).catch((error: unknown) => {
      problems.shell = reasonOf(error)
      return null
    })
    const remotes: [string, Remote][] = []
    for (const [name, { version }] of Object.entries(set.remotes)) {
      try {
        const record = await verify(name, version)
        const [problem] = shellRecord ? contractProblems([shellRecord, record], null) : []
        if (problem !== undefined) throw new Error(problem)
        remotes.unshift([name, verifiedRemote(record)])
      } catch (error) {
        problems[name] = reasonOf(error)
      }
    }
    for (const [name, problem] of Object.entries(problems)) {
      if (refused[name] !== problem) warn(`${name} is not served: ${problem}`)
      const remote = set.remotes[name]
      // After the verified ones, so that it takes no path of theirs.
      if (remote) remotes.push([name, { ...remote, server: null, routes: [], pages: [], integrity: {} }])
    }
    refused = problems
    const names = Object.keys(problems).sort()
    return { id: [set.id, ...names].join('-without-'), remotes: Object.fromEntries(remotes) }
  }

  let known: { set: ReleaseSet; at: number; verified: Promise<ReleaseSet> } | null = null
  let verifying = false
  return {
    refused: () => refused,
    async current() {
      const set = await releases.current()
      // A refused member is looked at again each time, since its files may just have come back.
      const isFresh = known && Date.now() - known.at < everyMs && Object.keys(refused).length === 0
      if (known?.set === set && (verifying || isFresh)) return known.verified
      verifying = true
      const verified = verifiedSet(set).finally(() => {
        verifying = false
      })
      known = { set, at: Date.now(), verified }
      return verified
    },
  }
}
