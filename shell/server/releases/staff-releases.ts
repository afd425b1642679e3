import {
  contractProblems,
  missingFiles,
  releaseVerifier,
  signedRecord,
  storedVersions,
  type ReleaseRecord,
  type TrustedKey,
} from '@shop/federation/store'
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
import { fetchWithTimeout } from '../http/fetch-with-timeout'
import type { Previews } from './previews'
import { parseReleases, type KnownReleases, type Members } from './release-source'
import { readRunningCanary } from './running-canary'

/** Where staff see what is live and change it. */
const compositionPath = '/composition'

/** Why releases cannot go live together; no sentence when they can. */
export type SetProblems = (records: readonly ReleaseRecord[], known: KnownReleases) => Promise<string[]>

export interface StaffReleasesOptions {
  /** Folder of the release store. */
  store: string
  /** Public keys, PEM, by which releases may be signed. */
  releaseKeys: readonly TrustedKey[]
  backend: BackendConfig
  /** How fast browsers showed what is largest on the pages of a release (LCP, in milliseconds), and how many; null for none. */
  loadOf: (remote: string, version: string) => { visits: number; p75: number } | null
  /** How many failures browsers reported of a release. */
  failuresOf: (remote: string, version: string) => number
  /** Signs links to previews; null where the web server has no secret key. */
  previews?: Pick<Previews, 'link'> | null
  /** Beside signatures and files; by default whether the names that members need are there. */
  problems?: SetProblems
}

// As many as the database lists.
const maxVersions = 20

const why = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))
const setId = v.pipe(v.string(), v.regex(/^[0-9a-z]{1,40}$/))
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,59}$/))
const version = v.pipe(v.string(), v.regex(/^[0-9a-z]{1,40}$/))
const promotion = v.strictObject({
  name,
  version,
  /** The set that was live when it was decided. */
  live: setId,
  why,
})
const rollback = v.strictObject({ to: setId, why })
/** Of the live set with another version of one member, or of a set that was live before. */
const preview = v.union([v.strictObject({ name, version }), v.strictObject({ set: setId })])

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
  const { store, releaseKeys, backend, loadOf, failuresOf, previews } = options
  const problems: SetProblems =
    options.problems ?? ((records, { migrations }) => Promise.resolve(contractProblems(records, migrations)))
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

  /** The verified records of a set's members. @throws BackendError 422 that says which of them cannot go live and why */
  const servable = async (
    members: Members,
    known: KnownReleases,
    otherwise = 'Nothing was changed. ',
  ): Promise<ReleaseRecord[]> => {
    const rejected = (message: string) =>
      new BackendError(422, {
        code: 'PT422',
        message: otherwise + message,
        hint: 'not_servable',
      })
    const records = await Promise.all(
      Object.entries(members).map(([name, version]) =>
        verify(name, version).catch((error: unknown) => {
          throw rejected(`${error instanceof Error ? error.message : String(error)}.`)
        }),
      ),
    )
    const found = await problems(records, known)
    if (found.length > 0) throw rejected(found.join(' '))
    return records
  }

  /** The versions of a set that is or was live. @throws BackendError 404 for another one */
  const membersOf = async (db: Backend, set: string): Promise<Members> => {
    const found = await maybeRow(db.from('release_sets').select('members').eq('id', set).maybeSingle())
    if (!found) throw new BackendError(404, { code: 'PT404', message: `There is no set ${set}.` })
    return v.parse(v.record(v.string(), v.string()), found.members)
  }

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

  app.get(compositionPath, async (context) => {
    const releases = await releasesOf(backendOf(context, backend))
    const members = await Promise.all(
      releases.members.map(async (member) => ({
        ...member,
        stored: await storedOf(member.name),
        load: member.version === null ? null : loadOf(member.name, member.version),
        failures: member.version === null ? null : failuresOf(member.name, member.version),
      })),
    )
    return context.json({ ...releases, members }, 200, { 'cache-control': 'no-store' })
  })

  app.get(`${compositionPath}/canary`, async (context) => {
    const canary = readRunningCanary(await row(backendOf(context, backend).rpc('office_canary')))
    return context.json(canary, 200, { 'cache-control': 'no-store' })
  })

  app.use(`${compositionPath}/*`, bodyLimit({ maxSize: 8192 }))

  app.post(`${compositionPath}/promotion`, async (context) => {
    const db = backendOf(context, backend)
    await releasesOf(db)
    const { name, version, live, why: reason } = await sent(context, promotion)
    const known = parseReleases(await row(db.rpc('live_releases')))
    const records = await servable({ ...known.sets[live], [name]: version }, known)
    const record: Json = JSON.parse(JSON.stringify(records.find((each) => each.name === name)))
    const flip = await row(db.rpc('promote_as_staff', { p_record: record, p_live: live, p_why: reason }))
    return context.json(flip, 200, { 'cache-control': 'no-store' })
  })

  app.post(`${compositionPath}/rollback`, async (context) => {
    const db = backendOf(context, backend)
    const { rollback: target } = await releasesOf(db)
    const { to, why: reason } = await sent(context, rollback)
    // Another set than this one is left to the database to reject.
    if (target?.set === to) await servable(target.members, parseReleases(await row(db.rpc('live_releases'))))
    const flip = await row(db.rpc('roll_back_as_staff', { p_to: to, p_why: reason }))
    return context.json(flip, 200, { 'cache-control': 'no-store' })
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
    await servable(members, known, '')
    return context.json(previews.link(of, members), 200, { 'cache-control': 'no-store' })
  })
  return app
}
