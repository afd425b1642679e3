import { BackendError, queryOptions, row, useAppMutation, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'
import { timestamp } from '../../kit/database-values'

const figures = {
  load: v.nullable(v.object({ visits: v.number(), p75: v.number() })),
  failures: v.nullable(v.number()),
}

const sharedSchema = v.object({
  lib: v.string(),
  version: v.nullable(v.string()),
  /** The member that provides it; null for nobody. */
  provider: v.nullable(v.string()),
  /** The range of versions that the member accepts; null where it does not say. */
  accepts: v.nullable(v.string()),
  /** Whether one instance has to do for all members. */
  singleton: v.boolean(),
})

/** A lib that a member shares with others. */
export type SharedLib = v.InferOutput<typeof sharedSchema>

const memberSchema = v.pipe(
  v.object({
    name: v.string(),
    owner: v.string(),
    version: v.nullable(v.string()),
    commit: v.nullable(v.string()),
    released_at: v.nullable(timestamp),
    bytes: v.nullable(v.number()),
    recorded: v.array(v.object({ version: v.string(), commit: v.nullable(v.string()), at: timestamp })),
    stored: v.array(
      v.object({
        version: v.string(),
        commit: v.nullable(v.string()),
        at: v.nullable(timestamp),
        complete: v.boolean(),
      }),
    ),
    ...figures,
    /** What a share of visitors, in percent, gets in its place; null without a canary of it. */
    canary: v.nullable(v.object({ version: v.string(), share: v.number(), ...figures })),
    /** Null where it is not known. */
    shared: v.nullable(v.array(sharedSchema)),
  }),
  v.transform(({ released_at, recorded, stored, ...member }) => ({
    ...member,
    id: member.name,
    releasedAt: released_at,
    /** The versions that the web server could serve, newest first. */
    atHand: stored
      .filter(({ complete }) => complete)
      .sort((a, b) => (b.at?.getTime() ?? 0) - (a.at?.getTime() ?? 0)),
    /** How many are recorded and cannot be served from its store. */
    onlyRecorded: recorded.filter(
      ({ version }) => !stored.some((one) => one.version === version && one.complete),
    ).length,
  })),
)

/** A member of the shop's release set, and what is known of it: times of loading in milliseconds, sizes in bytes as they are sent. */
export type Member = v.InferOutput<typeof memberSchema>

const compositionSchema = v.object({
  live: v.nullable(v.string()),
  since: timestamp,
  /** The set that a rollback gives, with its versions by name; null for none. */
  rollback: v.nullable(v.object({ set: v.string(), members: v.record(v.string(), v.string()) })),
  members: v.array(memberSchema),
})

/** What is live in the shop. */
export interface Composition extends v.InferOutput<typeof compositionSchema> {
  rows: Member[]
}

const errorSchema = v.object({
  message: v.string(),
  code: v.nullish(v.string(), ''),
  hint: v.nullish(v.string(), null),
})

/** Asks the web server, which alone knows its store, as the staff who are signed in. @throws BackendError */
export async function ask(db: Backend, path: string, init: RequestInit): Promise<unknown> {
  const { data } = await (await db.auth()).getSession()
  const response = await fetch(new URL(path, window.location.href), {
    ...init,
    headers: {
      authorization: `Bearer ${data.session?.access_token ?? ''}`,
      'content-type': 'application/json',
    },
  }).catch((error: unknown) => {
    throw new BackendError(0, { message: error instanceof Error ? error.message : String(error) })
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  const reported = v.safeParse(errorSchema, body)
  throw new BackendError(
    response.status,
    reported.success ? reported.output : { message: `The web server answered ${String(response.status)}.` },
  )
}

/** The members of the shop with what runs of each. Needs the right 'releases'. */
export const compositionQuery = queryOptions({
  key: ['composition'],
  queryFn: async (db, signal): Promise<Composition> => {
    const composition = v.parse(compositionSchema, await ask(db, '/composition', { signal }))
    return { ...composition, rows: composition.members }
  },
})

const verdictSchema = v.object({
  blocked: v.boolean(),
  findings: v.array(
    v.object({ check: v.string(), result: v.picklist(['pass', 'fail', 'warning']), message: v.string() }),
  ),
})

/** What the checks of a version say, and whether it may go live. */
export type Verdict = v.InferOutput<typeof verdictSchema>

/** Checks a version and renders its pages inside the live set, which takes some seconds. Needs the right 'releases'. */
export const verdictQuery = (name: string, version: string) =>
  queryOptions({
    // Another live set has another verdict.
    key: ['composition', 'verdict', name, version],
    queryFn: async (db, signal): Promise<Verdict> =>
      v.parse(
        verdictSchema,
        await ask(db, '/composition/verdict', {
          method: 'POST',
          body: JSON.stringify({ name, version }),
          signal,
        }),
      ),
  })

const eventSchema = v.object({
  id: v.string(),
  at: timestamp,
  actor: v.string(),
  what: v.picklist(['start', 'promote', 'rollback', 'withdraw', 'canary', 'advance', 'stop']),
  why: v.string(),
  from: v.nullable(v.string()),
  to: v.string(),
  changes: v.array(v.object({ name: v.string(), from: v.nullable(v.string()), to: v.nullable(v.string()) })),
})

/** Something that was made live, or given to a share of visitors: by whom, why, and the versions that changed. */
export type ReleaseEvent = v.InferOutput<typeof eventSchema>

const eventsSchema = v.object({
  rows: v.array(eventSchema),
  total: v.number(),
  page: v.number(),
  pages: v.number(),
})

/** One page of what was made live, newest first. Needs the right 'releases'. */
export const releaseEventsQuery = (page: number) =>
  queryOptions({
    key: ['release-events', page],
    queryFn: async (db, signal) =>
      v.parse(eventsSchema, await row(db.rpc('office_release_events', { p_page: page }).abortSignal(signal))),
  })

const previewSchema = v.object({ path: v.string(), until: timestamp })

/** What is previewed: the live set with another version of one member, or a set that was live before. */
export type Previewed = { name: string; version: string } | { set: string }

/** Asks for a link to a preview, which lasts 15 minutes. Throws a BackendError with the reason when the set could not be served. */
export const usePreview = () =>
  useAppMutation({
    mutationFn: async (db, previewed: Previewed) =>
      v.parse(
        previewSchema,
        await ask(db, '/composition/preview', { method: 'POST', body: JSON.stringify(previewed) }),
      ),
  })

interface Promotion {
  name: string
  version: string
  /** The set that is live. */
  live: string
  why: string
}

/** Makes another version of a member live, for everybody. Throws a BackendError with the reason when nothing was changed. */
export function usePromote() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: (db, promotion: Promotion) =>
      ask(db, '/composition/promotion', { method: 'POST', body: JSON.stringify(promotion) }),
    onSettled: () => refresh('releases'),
  })
}

/** Makes the set live again that was before. Throws a BackendError with the reason when nothing was changed. */
export function useRollBack() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: (db, rollback: { to: string; why: string }) =>
      ask(db, '/composition/rollback', { method: 'POST', body: JSON.stringify(rollback) }),
    onSettled: () => refresh('releases'),
  })
}
