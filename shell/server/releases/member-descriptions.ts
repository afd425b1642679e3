import { missingFiles, signedRecord, storedVersions, type TrustedKey } from '@shop/federation/store'
import type { Members } from './release-source'
import { providedLibs, sharedLibs, type SharedLib } from './shared-versions'

/** Where a web server finds what it knows of the members of the shop. */
export interface MemberSources {
  /** Folder of the release store. */
  store: string
  /** Public keys, PEM, by which releases may be signed. */
  releaseKeys: readonly TrustedKey[]
  /** How fast browsers showed what is largest on the pages of a release (LCP, in milliseconds), and how many; null for none. */
  loadOf: (remote: string, version: string) => { visits: number; p75: number } | null
  /** How many failures browsers reported of a release. */
  failuresOf: (remote: string, version: string) => number
}

/** A member, and its version in the live set; null for none. */
interface LiveMember {
  name: string
  version: string | null
}

// As many as the database lists.
const maxVersions = 20

/** The versions of members that are live. */
export const liveVersions = (members: readonly LiveMember[]): Members =>
  Object.fromEntries(
    members.flatMap(({ name, version }) => (version === null ? [] : [[name, version] as const])),
  )

/** Adds to members what this web server knows of their versions, in the live set and in that of a canary. */
export function memberDescriptions({ store, releaseKeys, loadOf, failuresOf }: MemberSources) {
  /** The versions of a member in this server's store, and whether each could run. */
  const storedOf = async (name: string) =>
    Promise.all(
      (await storedVersions(store, name).catch(() => [])).slice(0, maxVersions).map(async (version) => {
        const record = await signedRecord(store, name, version, releaseKeys).catch(() => null)
        if (!record) return { version, commit: null, at: null, complete: false }
        const missing = await missingFiles(store, record)
        return { version, commit: record.commit, at: record.builtAt, complete: missing.length === 0 }
      }),
    )

  /** The libs that each member of a set shares, by name; null where the store does not say. */
  const sharedIn = async (members: Members): Promise<Record<string, SharedLib[] | null>> => {
    const recordOf = (name: string) =>
      signedRecord(store, name, members[name] ?? '', releaseKeys).catch(() => null)
    const shell = await recordOf('shell')
    const shared = Object.keys(members).map(async (name) => {
      const record = await recordOf(name)
      if (!shell || !record) return [name, null] as const
      return [name, name === 'shell' ? providedLibs(shell) : await sharedLibs(store, shell, record)] as const
    })
    return Object.fromEntries(await Promise.all(shared))
  }

  const figuresOf = (name: string, version: string) => ({
    load: loadOf(name, version),
    failures: failuresOf(name, version),
  })

  return async <Member extends LiveMember>(
    members: readonly Member[],
    canary: { share: number; members: Members } | null,
  ) => {
    const shared = await sharedIn(liveVersions(members))
    return Promise.all(
      members.map(async (member) => {
        const { name, version } = member
        const tried = canary?.members[name] ?? version
        return {
          ...member,
          ...(version === null ? { load: null, failures: null } : figuresOf(name, version)),
          canary:
            canary && tried !== null && tried !== version
              ? { version: tried, share: canary.share, ...figuresOf(name, tried) }
              : null,
          shared: shared[name] ?? null,
          stored: await storedOf(name),
        }
      }),
    )
  }
}
