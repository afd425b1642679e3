import type { ReleaseSet } from '@shop/federation'
import { releaseVerifier, type TrustedKey } from '@shop/federation/store'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { LRUCache } from 'lru-cache'
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { previewCookie } from '../http/visitor-cookies'
import { loadSet, type Verify } from './load-set'
import type { Members } from './release-source'

/** How long a preview can be seen after it was made, in seconds. */
const lifetime = 15 * 60

/** Browsers keep no longer cookie. */
const maxTokenLength = 3500

/** Where a preview is opened, and where it is left by a form. */
export const previewPath = '/preview'
export const leavePreviewPath = `${previewPath}/leave`

const previewSchema = v.strictObject({
  of: v.string(),
  members: v.record(v.string(), v.string()),
  until: v.pipe(v.number(), v.integer()),
})

/** What a link lets somebody see: versions by name, the member that is tried or the past set, and until when in seconds since 1970. */
type Preview = v.InferOutput<typeof previewSchema>

/** A preview that a browser has opened. */
export interface OpenPreview {
  set: ReleaseSet
  /** "mf-catalog 1a2b3c4d5e6f", or "set 1a2b3c4d5e6f". */
  label: string
  until: Date
}

/** Previews of sets that are not live, by links that this shop's web servers have signed. */
export interface Previews {
  /** Signs a link. @param of the member that is tried, or the id of a past set */
  link(of: string, members: Members): { path: string; until: Date }
  /** What the browser of a request has opened; null for everybody else. */
  openIn(context: Context): Promise<OpenPreview | null>
  /** What a link leads to: the path to open and how long the preview is still seen, in seconds; otherwise why it does not open. */
  read(token: string): Promise<{ location: string; seconds: number } | 'expired' | 'invalid'>
}

export interface PreviewsOptions {
  /** The secret key of the backend, which all web servers of a shop have: what signs the links is derived from it. */
  secretKey: string
  verify: Verify
}

/** Sets that nobody else has: pages, workers and caches of a browser go by the id. */
const setIdOf = (members: Members): string => {
  const sorted = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1))
  return `preview${createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12)}`
}

function labelOf({ of, members }: Preview): string {
  const version = members[of]
  if (version === undefined) return `set ${of}`
  return `${of} ${version.length > 12 ? `${version.slice(0, 12)}…` : version}`
}

/** Previews of a shop. Which sets may be previewed, and by whom, is decided where a link is asked for. */
export function releasePreviews({ secretKey, verify }: PreviewsOptions): Previews {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'release previews', 32))
  const signatureOf = (payload: string) => createHmac('sha256', key).update(payload).digest()

  const tokenOf = (preview: Preview): string => {
    const payload = Buffer.from(JSON.stringify(preview)).toString('base64url')
    return `${payload}.${signatureOf(payload).toString('base64url')}`
  }
  const signed = (token: string | undefined): Preview | 'invalid' | 'expired' => {
    const [, payload, signature] =
      /^([\w-]+)\.([\w-]{43})$/.exec(token !== undefined && token.length <= maxTokenLength ? token : '') ?? []
    if (payload === undefined || signature === undefined) return 'invalid'
    if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(payload))) return 'invalid'
    const preview = v.parse(previewSchema, JSON.parse(Buffer.from(payload, 'base64url').toString()))
    return preview.until * 1000 > Date.now() ? preview : 'expired'
  }

  const sets = new LRUCache<string, Promise<ReleaseSet>, Members>({
    max: 8,
    memoMethod(id, _, { context: members }) {
      // Whether the database has their migrations was asked when the link was made.
      const set = loadSet(verify, id, members, null)
      set.catch(() => sets.delete(id))
      return set
    },
  })
  const load = (members: Members) => sets.memo(setIdOf(members), { context: members })

  const openIn: Previews['openIn'] = async (context) => {
    const preview = signed(getCookie(context, previewCookie))
    if (typeof preview === 'string') return null
    const set = await load(preview.members).catch(() => null)
    return set && { set, label: labelOf(preview), until: new Date(preview.until * 1000) }
  }

  return {
    openIn,
    async read(token) {
      const preview = signed(token)
      if (typeof preview === 'string') return preview
      const set = await load(preview.members).catch(() => null)
      if (!set) return 'invalid'
      const seconds = preview.until - Math.floor(Date.now() / 1000)
      return { location: set.remotes[preview.of]?.mounts[0] ?? '/', seconds }
    },
    link(of, members) {
      const until = Math.floor(Date.now() / 1000) + lifetime
      return { path: `${previewPath}/${tokenOf({ of, members, until })}`, until: new Date(until * 1000) }
    },
  }
}

/** The previews of a web server, of the releases in its store; null without the secret key. */
export function previewsOf(server: {
  secretKey?: string | null
  store: string
  releaseKeys: readonly TrustedKey[]
}): Previews | null {
  const { secretKey, store, releaseKeys } = server
  return secretKey ? releasePreviews({ secretKey, verify: releaseVerifier(store, releaseKeys) }) : null
}
