import { queryOptions, row, useAppMutation } from '@shop/supabase'
import * as v from 'valibot'
import { useRefresh } from '../../frame/staff/use-refresh'
import { timestamp } from '../../kit/database-values'

const tokenSchema = v.pipe(
  v.object({
    id: v.string(),
    remote: v.string(),
    name: v.string(),
    created_by: v.string(),
    created_at: timestamp,
    expires_at: timestamp,
    last_used_at: v.nullable(timestamp),
    revoked_at: v.nullable(timestamp),
  }),
  v.transform(({ created_by, created_at, expires_at, last_used_at, revoked_at, ...token }) => ({
    ...token,
    createdBy: created_by,
    createdAt: created_at,
    expiresAt: expires_at,
    lastUsedAt: last_used_at,
    revokedAt: revoked_at,
  })),
)

/** A token by which a team promotes and rolls back its own member; the token itself is told only once. */
export type ReleaseToken = v.InferOutput<typeof tokenSchema>

/** The tokens of the last year, newest first. Needs the right 'releases'. */
export const releaseTokensQuery = queryOptions({
  key: ['release-tokens'],
  queryFn: async (db, signal) =>
    v.parse(v.array(tokenSchema), await row(db.rpc('office_release_tokens').abortSignal(signal))),
})

/** Makes a token. @returns it, this once */
export function useCreateToken() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: (db, { remote, name, days }: { remote: string; name: string; days: number }) =>
      row(db.rpc('create_release_token', { p_remote: remote, p_name: name, p_days: days })),
    onSettled: () => refresh('releases'),
  })
}

/** Ends a token at once. */
export function useRevokeToken() {
  const refresh = useRefresh()
  return useAppMutation({
    mutationFn: async (db, id: string) => {
      await row(db.rpc('revoke_release_token', { p_id: id }))
    },
    onSettled: () => refresh('releases'),
  })
}
