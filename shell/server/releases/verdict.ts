import {
  changedFiles,
  contractProblems,
  missingMigration,
  parseContainerManifest,
  readRecord,
  scriptsWithoutHash,
  signedRecord,
  type ReleaseRecord,
  type TrustedKey,
} from '@shop/federation/store'
import { matchRoutes } from '@shop/router'
import type { PageRule } from '@shop/router/server'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorMessage } from '../error-message'
import { checkFragments, checkShownFragments } from './check-fragments'
import { findings, warning, type Check, type Finding } from './finding'
import { pagesFile, parsePageRules } from './release-pages'
import type { KnownReleases } from './release-source'
import { checkVersions } from './shared-versions'
import { isPattern, literalStart, placeholderPath } from './site-pages'

/** A release that may go live. */
export interface Candidate {
  /** Folder of the release store. */
  store: string
  /** Keys by which releases may be signed. */
  keys: readonly TrustedKey[]
  name: string
  version: string
  /** What is live; null when no shop can be asked. */
  known: KnownReleases | null
  /** The paths that the shop gives this member; null for a name that it does not know. */
  mounts: readonly string[] | null
}

/** What the database has taken away that releases use: a sentence for each; null where its migrations are not at hand. */
export type TakenAway = (records: readonly ReleaseRecord[], known: KnownReleases) => Promise<string[] | null>

/** What is asked beside the store. */
export interface VerdictChecks {
  /** Folder with a folder of each app, where its budgets are. */
  root: string
  takenAway: TakenAway
  /** Not called for a candidate that is unsigned or cannot run. */
  run: RunCandidate
}

/** Runs the set of these records and opens the candidate's pages. */
export type RunCandidate = (
  records: readonly ReleaseRecord[],
  pages: readonly PageRule[],
) => Promise<Finding[]>

const folderOf = (store: string, { name, version }: Pick<ReleaseRecord, 'name' | 'version'>) =>
  path.join(store, name, version)

async function checkFiles(store: string, record: ReleaseRecord): Promise<Finding[]> {
  const release = `${record.name} ${record.version}`
  const changed = await changedFiles(store, record)
  if (changed[0] !== undefined)
    return findings(
      'files',
      [
        `${release} is incomplete: ${String(changed.length)} of its files are missing or changed, ${changed[0]} among them.`,
      ],
      '',
    )
  if (record.name === 'shell' || record.type === 'module') return findings('files', [], 'All are there.')
  const manifest = await readFile(path.join(folderOf(store, record), record.manifest), 'utf8')
    .then((json) => parseContainerManifest(JSON.parse(json)))
    .catch(errorMessage)
  if (typeof manifest === 'string')
    return [warning('files', `Its scripts are not known, since ${record.manifest} cannot be read.`)]
  const [bare] = await scriptsWithoutHash(folderOf(store, record), manifest)
  return findings(
    'files',
    bare === undefined
      ? []
      : [
          `Nothing in ${release} has a hash of ${bare}, so no browser would load it: build it with subresource integrity.`,
        ],
    'All are there, and each script has a hash.',
  )
}

/** The pages that a release describes. @throws Error */
const pagesIn = async (store: string, record: ReleaseRecord): Promise<PageRule[]> =>
  parsePageRules(await readFile(path.join(folderOf(store, record), pagesFile), 'utf8'))

function checkPaths({ name, mounts }: ReleaseRecord, owned: Candidate['mounts']): Finding[] {
  if (name === 'shell') return []
  if (owned === null)
    return findings(
      'paths',
      [`${name} is no member of this shop: npm run releases -- own ${name} <team> /path.`],
      '',
    )
  const contains = (mount: string, claimed: string) =>
    claimed === mount || (mount !== '/' && claimed.startsWith(`${mount}/`))
  const foreign = mounts.filter((claimed) => !owned.some((mount) => contains(mount, claimed)))
  return findings(
    'paths',
    foreign.map((claimed) => `${name} claims ${claimed}, which is not its own.`),
    `It serves ${mounts.join(' ')}.`,
  )
}

/** Whether shell and remotes of the set have the names and versions that they import of each other. */
async function checkShared(
  store: string,
  record: ReleaseRecord,
  others: readonly ReleaseRecord[],
): Promise<Finding[]> {
  const shell = record.name === 'shell' ? record : others.find(({ name }) => name === 'shell')
  if (!shell)
    return [warning('names', 'The store does not hold the live shell, so what it shares is not known.')]
  const remotes = record === shell ? others : [record]
  const unknown = remotes.flatMap(({ name, needs }) =>
    Object.entries(needs).flatMap(([lib, names]) =>
      lib.startsWith('@shop/') && names.includes('*')
        ? [warning('names', `Which names of ${lib} ${name} imports is not known.`)]
        : [],
    ),
  )
  return [
    ...findings(
      'names',
      contractProblems([record, ...others], null),
      'The shell shares all that is imported.',
    ),
    ...unknown,
    ...(await checkVersions(store, shell, remotes)),
  ]
}

async function checkMigrations(
  record: ReleaseRecord,
  known: Candidate['known'],
  takenAway: TakenAway,
): Promise<Finding[]> {
  const missing = missingMigration(record, known?.migrations ?? null)
  const taken = known ? await takenAway([record], known) : []
  const problems = [...missing, ...(taken ?? [])]
  if (problems.length === 0 && !known?.migrations)
    return [warning('migrations', 'Which migrations the database has is not known.')]
  if (problems.length === 0 && record.migration === null)
    return [warning('migrations', 'The build does not say which migration it needs.')]
  if (problems.length === 0 && taken === null)
    return [warning('migrations', 'What the migrations took away is not known here: they are in a checkout.')]
  return findings('migrations', problems, 'The database has what it needs.')
}

/** Compressed bytes of scripts of a release; a small one is sent as it is. */
const sentBytes = (files: ReleaseRecord['files'], scripts: readonly string[]) =>
  scripts.reduce((sum, file) => sum + ((files[`${file}.br`] ?? files[file])?.bytes ?? 0), 0)

async function checkBudgets({ name, entry, routes, files }: ReleaseRecord, root: string): Promise<Finding[]> {
  const budgets: { startKB: number; allKB: number } | null = await readFile(
    path.join(root, name, 'e2e/budgets.json'),
    'utf8',
  ).then(
    (json) => JSON.parse(json) as { startKB: number; allKB: number },
    () => null,
  )
  if (!budgets) return [warning('budgets', `${name} has no budgets in this checkout.`)]
  const scripts = Object.keys(files).filter((file) => /^(?:js\/)?[^/]+\.js$/.test(file))
  const weights = [
    ['to start', sentBytes(files, [entry, ...routes]) / 1024, budgets.startKB],
    ['in all', sentBytes(files, scripts) / 1024, budgets.allKB],
  ] as const
  return findings(
    'budgets',
    weights.flatMap(([what, weight, most]) =>
      // Budgets are kept to a tenth.
      weight > most + 0.05
        ? [`${name} weighs ${weight.toFixed(1)} KB ${what}, of ${String(most)} KB allowed: e2e/budgets.json.`]
        : [],
    ),
    weights.map(([what, weight]) => `${weight.toFixed(1)} KB ${what}`).join(', '),
  )
}

/** Pages of the live version that the candidate answers with a 404. */
function checkRemoved(before: readonly PageRule[] | null, pages: readonly PageRule[]): Finding[] {
  if (!before) return [warning('removed pages', 'No version of it is live, or its pages are not known.')]
  const routes = pages.filter(({ status }) => status === 200).map(({ path: page }) => ({ path: page }))
  const gone = before
    .filter(({ path: page, status }) => status === 200 && !page.includes('*'))
    .filter(({ path: page }) => !matchRoutes(routes, placeholderPath(page)))
  return findings(
    'removed pages',
    gone.map(({ path: page }) => `${page} is gone: let its route redirect to what takes its place.`),
    'Each page of the live version is there.',
  )
}

/** What keeps the candidate from being run at all. */
const neededToRun: readonly Check[] = ['files', 'signature', 'pages', 'names', 'versions']

/** What is to be said of a release that may go live, by facts alone: what follows from it is decided by the policy. */
export async function verdict(
  candidate: Candidate,
  { root, takenAway, run }: VerdictChecks,
): Promise<Finding[]> {
  const { store, keys, name, version, known, mounts } = candidate
  const record = await readRecord(store, name, version).catch((error: unknown) =>
    // Of a file that cannot be opened the message names folders of this machine.
    error instanceof Error && 'code' in error ? '' : ` ${errorMessage(error)}`,
  )
  if (typeof record === 'string')
    return findings(
      'files',
      [`${name} ${version} is not in the store or unusable: npm run releases lists what is.${record}`],
      '',
    )
  const members = Object.entries(known?.sets[known.live ?? ''] ?? {})
  const read = await Promise.all(
    members.map(([member, live]) => readRecord(store, member, live).catch(() => null)),
  )
  const live = read.filter((each) => each !== null)
  const others = live.filter((each) => each.name !== name)
  const before = live.find((each) => each.name === name)
  const pages = await pagesIn(store, record).catch(errorMessage)
  const unreachable =
    typeof pages === 'string' || name === 'shell'
      ? []
      : pages.filter(({ path: page }) => !record.mounts.some((mount) => literalStart(page).startsWith(mount)))
  const known404 =
    typeof pages === 'string'
      ? []
      : checkRemoved(before ? await pagesIn(store, before).catch(() => null) : null, pages)
  const found = [
    ...(await checkFiles(store, record)),
    ...findings(
      'signature',
      await signedRecord(store, name, version, keys).then(
        () => [],
        (error: unknown) => [`${errorMessage(error)}.`],
      ),
      'A trusted key signed it.',
    ),
    ...findings(
      'pages',
      typeof pages === 'string'
        ? [`${name} ${version} does not describe its pages: ${pagesFile} is missing or unusable.`]
        : [],
      typeof pages === 'string' ? '' : `It describes ${String(pages.length)}.`,
    ),
    ...unreachable.map(({ path: page }) =>
      warning('pages', `${page} is outside of its paths, so nobody reaches it.`),
    ),
    ...checkPaths(record, mounts),
    ...(await checkShared(store, record, others)),
    ...(await checkMigrations(record, known, takenAway)),
    ...(await checkBudgets(record, root)),
    ...known404,
    ...checkFragments(before?.fragments ?? {}, record.fragments),
    ...(typeof pages === 'string' ? [] : checkShownFragments(pages, [record, ...others])),
  ]
  if (
    typeof pages === 'string' ||
    found.some(({ check, result }) => result === 'fail' && neededToRun.includes(check))
  )
    return [...found, warning('server', 'It was not run, since it cannot.')]
  const missing = members.find(([member]) => member !== name && !others.some((each) => each.name === member))
  if (members.length === 0 || missing)
    return [
      ...found,
      warning(
        'server',
        missing
          ? `It was not run, since the store does not hold the live ${missing.join(' ')}.`
          : 'It was not run, since no set is live or no shop could be asked.',
      ),
    ]
  return [...found, ...(await run([record, ...others], pages))]
}

/** Why the set before cannot go live again; no sentence when it can. @param records its members; none without one */
export async function rollbackProblems(
  records: readonly ReleaseRecord[],
  known: KnownReleases,
  takenAway: TakenAway,
): Promise<string[]> {
  if (records.length === 0) return []
  return [...contractProblems(records, known.migrations), ...((await takenAway(records, known)) ?? [])]
}

/** The paths to open of a candidate: its fixed ones, and of a pattern the first that the sitemap lists. */
export function pathsToOpen(pages: readonly PageRule[], listed: readonly string[]): string[] {
  return pages
    .filter(({ status, path: page }) => status === 200 && !page.includes('*'))
    .flatMap(({ path: page }) => {
      if (!isPattern(page)) return [page]
      const example = listed.find((each) => matchRoutes([{ path: page }], each))
      return example === undefined ? [] : [example]
    })
}
