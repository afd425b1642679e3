import { releaseVerifier, type ReleaseRecord } from '@shop/federation/store'
import {
  BackendError,
  createBackend,
  maybeRow,
  row,
  type Backend,
  type BackendConfig,
  type Json,
} from '@shop/supabase'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { errorMessage } from '../error-message'
import { fetchWithTimeout } from '../http/fetch-with-timeout'
import { warning, type Finding } from './finding'
import { liveVersions, memberDescriptions, type MemberSources } from './member-descriptions'
import { blocking } from './policy'
import type { Previews } from './previews'
import { parseReleases, type Members } from './release-source'
import { readRunningCanary } from './running-canary'
import { recentRuns, type RunnerOf } from './recent-runs'
import { rollbackProblems, verdict, type VerdictChecks } from './verdict'

/** Where staff see what is live and change it. */
const compositionPath = '/composition'

/** How releases are checked, beside what is in the store. */
export interface ReleaseChecks extends Pick<VerdictChecks, 'takenAway'> {
  runnerOf: RunnerOf
}

export interface StaffReleasesOptions extends MemberSources {
  /** Folder with a folder of each app, where its budgets are. */
  root: string
  backend: BackendConfig
  /** Signs links to previews; null where the web server has no secret key. */
  previews?: Pick<Previews, 'link'> | null
  /** By default nothing is run, and what the database took away is not known. */
  checks?: ReleaseChecks
}

const storeAlone: ReleaseChecks = {
  takenAway: () => Promise.resolve(null),
  runnerOf: () => () => Promise.resolve([warning('server', 'It was not run.')]),
}

const why = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))
const setId = v.pipe(v.string(), v.regex(/^[0-9a-z]{1,40}$/))
const release = {
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,59}$/)),
  version: v.pipe(v.string(), v.regex(/^[0-9a-z]{1,40}$/)),
}
const promotion = v.strictObject({
  ...release,
  /** The set that was live when it was decided. */
  live: setId,
  why,
})
const canary = v.strictObject({
  ...promotion.entries,
  /** In percent of visitors. */
  share: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  /** It is advanced by hand alone. */
  byHand: v.boolean(),
})
const rollback = v.strictObject({ to: setId, why })
const question = v.strictObject(release)
/** Of the live set with another version of one member, or of a set that was live before. */
const preview = v.union([v.strictObject(release), v.strictObject({ set: setId })])

const listed = v.looseObject({
  members: v.array(v.looseObject({ name: v.string(), version: v.nullable(v.string()) })),
  rollback: v.nullable(v.object({ set: v.string(), members: v.record(v.string(), v.string()) })),
})

/** The backend with the rights of whoever sent a request. @throws BackendError 401 without a token */
function backendOf(context: Context, config: BackendConfig): Backend {
  const [, token] = /^Bearer ([\w.-]{1,4096})$/.exec(context.req.header('authorization') ?? '') ?? []
  if (token === undefined)
    throw new BackendError(401, { code: 'PT401', message: 'You are not signed in. Please sign in.' })
  const send = fetchWithTimeout()
  return createBackend(config, {
    fetch(input, init) {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return send(input, { ...init, headers })
    },
  })
}

/** What was sent. @throws BackendError 422 naming the field that cannot be used */
async function sent<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const parsed = v.safeParse(schema, await context.req.json().catch(() => null))
  if (parsed.success) return parsed.output
  const hint = v.getDotPath(parsed.issues[0]) ?? 'body'
  throw new BackendError(422, { code: 'PT422', message: `Check the field ${hint}.`, hint })
}

/**
 * The composition of the shop for staff with the right `releases`, by the token of their session; the database decides on the right.
 * Nothing goes live from here whose files are not in this server's store, complete and signed: that is checked before the
 * database changes. Errors are the backend's, or have its form.
 */
export function staffReleases(options: StaffReleasesOptions): Hono {
  const { root, store, releaseKeys, backend, previews, checks = storeAlone } = options
  const { takenAway } = checks
  const runnerOf = recentRuns(checks.runnerOf)
  const describe = memberDescriptions(options)
  const verify = releaseVerifier(store, releaseKeys)
  const app = new Hono()
  app.onError((error) => {
    if (!(error instanceof BackendError)) throw error
    const { status, code, message, details, hint } = error
    return Response.json(
      { code, message, details, hint },
      // Without a response of the backend there is no status.
      { status: status || 502, headers: { 'cache-control': 'no-store' } },
    )
  })

  /** What may be seen and is live. @throws BackendError without the right */
  const releasesOf = async (db: Backend) => v.parse(listed, await row(db.rpc('office_releases')))

  /** That nothing goes live, and why. */
  const rejected = (message: string) =>
    new BackendError(422, { code: 'PT422', message: `Nothing was changed. ${message}`, hint: 'not_servable' })

  /** The verified records of a set's members. @throws BackendError 422 that says which of them cannot go live and why */
  const servable = (members: Members): Promise<ReleaseRecord[]> =>
    Promise.all(
      Object.entries(members).map(([name, version]) =>
        verify(name, version).catch((error: unknown) => {
          throw rejected(`${errorMessage(error)}.`)
        }),
      ),
    )

  // A candidate that runs has workers of its own, so there is one at a time.
  let running: Promise<unknown> = Promise.resolve()
  const afterOthers = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = running.then(run)
    running = result.catch(() => undefined)
    return result
  }

  /** What the release commands say of a release, without a browser. */
  const verdictOf = async (
    db: Backend,
    { name, version }: v.InferOutput<typeof question>,
  ): Promise<Finding[]> => {
    const [known, remote] = await Promise.all([
      row(db.rpc('live_releases')).then(parseReleases),
      maybeRow(db.from('remotes').select('mounts').eq('name', name).maybeSingle()),
    ])
    const candidate = { store, keys: releaseKeys, name, version, known, mounts: remote?.mounts ?? null }
    return afterOthers(() => verdict(candidate, { root, takenAway, run: runnerOf(candidate) }))
  }

  /** The versions of a set that is or was live. @throws BackendError 404 for another one */
  const membersOf = async (db: Backend, set: string): Promise<Members> => {
    const found = await maybeRow(db.from('release_sets').select('members').eq('id', set).maybeSingle())
    if (!found) throw new BackendError(404, { code: 'PT404', message: `There is no set ${set}.` })
    return v.parse(v.record(v.string(), v.string()), found.members)
  }

  const canaryOf = async (db: Backend) => readRunningCanary(await row(db.rpc('office_canary')))

  app.get(compositionPath, async (context) => {
    const db = backendOf(context, backend)
    const releases = await releasesOf(db)
    const running = await canaryOf(db)
    const canary = running && { share: running.share, members: await membersOf(db, running.candidate) }
    const members = await describe(releases.members, canary)
    return context.json({ ...releases, members }, 200, { 'cache-control': 'no-store' })
  })

  app.get(`${compositionPath}/canary`, async (context) =>
    context.json(await canaryOf(backendOf(context, backend)), 200, { 'cache-control': 'no-store' }),
  )

  app.use(`${compositionPath}/*`, bodyLimit({ maxSize: 8192 }))

  app.post(`${compositionPath}/verdict`, async (context) => {
    const db = backendOf(context, backend)
    await releasesOf(db)
    const found = await verdictOf(db, await sent(context, question))
    const body = { findings: found, blocked: blocking(found).length > 0 }
    return context.json(body, 200, { 'cache-control': 'no-store' })
  })

  /** The record of a version, once its verdict and the other members let it run for visitors. @throws BackendError 422 that says what does not */
  const checkedRecord = async (
    db: Backend,
    releases: v.InferOutput<typeof listed>,
    { name, version }: v.InferOutput<typeof question>,
  ): Promise<Json> => {
    const blocked = blocking(await verdictOf(db, { name, version }))
    if (blocked.length > 0) throw rejected(blocked.map(({ message }) => message).join(' '))
    // The verdict is about the candidate; the others have to be as they were signed too.
    const records = await servable({ ...liveVersions(releases.members), [name]: version })
    const record: Json = JSON.parse(JSON.stringify(records.find((each) => each.name === name)))
    return record
  }

  app.post(`${compositionPath}/promotion`, async (context) => {
    const db = backendOf(context, backend)
    const releases = await releasesOf(db)
    const asked = await sent(context, promotion)
    const record = await checkedRecord(db, releases, asked)
    const { live, why: reason } = asked
    const liveSet = await row(db.rpc('promote_as_staff', { p_record: record, p_live: live, p_why: reason }))
    return context.json(liveSet, 200, { 'cache-control': 'no-store' })
  })

  app.post(`${compositionPath}/canary`, async (context) => {
    const db = backendOf(context, backend)
    const releases = await releasesOf(db)
    const asked = await sent(context, canary)
    const record = await checkedRecord(db, releases, asked)
    const { live, share, byHand, why: reason } = asked
    const started = { p_record: record, p_live: live, p_share: share, p_by_hand: byHand, p_why: reason }
    await row(db.rpc('start_canary_as_staff', started))
    return context.body(null, 204, { 'cache-control': 'no-store' })
  })

  app.post(`${compositionPath}/rollback`, async (context) => {
    const db = backendOf(context, backend)
    const { rollback: target } = await releasesOf(db)
    const { to, why: reason } = await sent(context, rollback)
    // Another set than this one is left to the database to reject.
    if (target?.set === to) {
      const known = parseReleases(await row(db.rpc('live_releases')))
      const problems = await rollbackProblems(await servable(target.members), known, takenAway)
      if (problems.length > 0) throw rejected(problems.join(' '))
    }
    const liveSet = await row(db.rpc('roll_back_as_staff', { p_to: to, p_why: reason }))
    return context.json(liveSet, 200, { 'cache-control': 'no-store' })
  })

  app.post(`${compositionPath}/preview`, async (context) => {
    const db = backendOf(context, backend)
    await releasesOf(db)
    const asked = await sent(context, preview)
    if (!previews)
      throw new BackendError(422, {
        code: 'PT422',
        message: 'This web server cannot sign previews: it needs SUPABASE_SECRET_KEY.',
      })
    const known = parseReleases(await row(db.rpc('live_releases')))
    const [of, members] =
      'set' in asked
        ? [asked.set, await membersOf(db, asked.set)]
        : [asked.name, { ...known.sets[known.live ?? ''], [asked.name]: asked.version }]
    const problems = await rollbackProblems(await servable(members), known, takenAway)
    if (problems.length > 0) throw rejected(problems.join(' '))
    return context.json(previews.link(of, members), 200, { 'cache-control': 'no-store' })
  })
  return app
}
