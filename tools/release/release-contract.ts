import {
  missingExports,
  missingMigration,
  reachableReleases,
  readRecord,
  storedVersions,
  type ReleaseRecord,
} from '@shop/federation/store'
import type { KnownReleases } from '../../shell/server/releases/release-source'
import { projectMigrations, readMigrations } from '../../supabase/lint-migrations'
import type { Migration } from '../../supabase/migration-statements'
import { brokenByMigrations } from '../../supabase/removed-names'

/** The part of a release's record that states its contract. */
type Contract = Omit<ReleaseRecord, 'files' | 'sizes' | 'searchable' | 'versions' | 'fragments'>

/** The records of some releases, without those that the store does not hold. */
async function recordsOf(
  store: string,
  releases: readonly (readonly [name: string, version: string])[],
): Promise<ReleaseRecord[]> {
  const found = await Promise.all(
    releases.map(([name, version]) => readRecord(store, name, version).catch(() => null)),
  )
  return found.filter((record) => record !== null)
}

/**
 * What the database has taken away that releases use; a database that does not say has every migration.
 * @param migrations those of the project
 */
export async function takenAway(
  records: readonly ReleaseRecord[],
  known: KnownReleases,
  migrations: readonly Migration[] = readMigrations(projectMigrations),
): Promise<string[]> {
  const applied = migrations.filter(({ file }) => known.migrations?.includes(file.slice(0, 14)) ?? true)
  const broken = await Promise.all(
    records.map(async (record) =>
      (await brokenByMigrations(applied, [record])).map(
        (problem) => `${problem} Release ${record.name} from sources that do without.`,
      ),
    ),
  )
  return broken.flat()
}

const liveMembers = ({ live, sets }: KnownReleases) => Object.entries(sets[live ?? ''] ?? {})

/**
 * Why a build must not be released: no version of the live set's other members in the store fits it, or the database lacks its
 * migration. One that fits a version which is not live yet may be: that one is promoted first.
 * @param known what is live; null when no shop can be asked
 */
export async function releaseProblems(
  store: string,
  build: Contract,
  known: KnownReleases | null,
): Promise<string[]> {
  const { name: own } = build
  const partners =
    own === 'shell'
      ? (known ? liveMembers(known) : []).map(([name]) => name).filter((name) => name !== own)
      : ['shell']
  const unfit: string[] = []
  for (const partner of partners) {
    const versions = await storedVersions(store, partner)
    const records = await recordsOf(
      store,
      versions.map((version) => [partner, version]),
    )
    const problems = records.map((other) =>
      own === 'shell' ? missingExports(build, other) : missingExports(other, build),
    )
    if (problems[0] && problems.every((each) => each.length > 0)) unfit.push(...problems[0])
  }
  return [...unfit, ...missingMigration(build, known?.migrations ?? null)]
}

/**
 * Releases that visitors can reach and that a migration of the project takes a name away from.
 * @param known what is live in the shop that is asked, besides what the shops of the store have noted there
 * @throws Error when the store's notes of what can be reached cannot be read
 */
export async function brokenReleases(
  store: string,
  known: KnownReleases | null,
  migrations: readonly Migration[] = readMigrations(projectMigrations),
): Promise<string[]> {
  const noted = await reachableReleases(store)
  if (!noted) throw new Error(`What can be reached of ${store} cannot be read.`)
  const all = [...noted, ...Object.values(known?.sets ?? {}).flatMap((set) => Object.entries(set))]
  const reachable = new Map(all.map((release) => [release.join(' '), release]))
  const problems = await brokenByMigrations(migrations, await recordsOf(store, [...reachable.values()]))
  return problems.map(
    (problem) =>
      `${problem} Visitors can still reach it: take the name away in a migration a day after it was last live.`,
  )
}
