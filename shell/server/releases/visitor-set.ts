import type { ReleaseSet } from '@shop/federation'
import { Hono, type Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import { brokenSetPath, pinnedSetPath, pinsSet, pinsSetOnOpening } from '../../src/composition/pinned-set'
import { brokenCookie, pinnedCookie } from '../http/visitor-cookies'
import type { LiveReleaseSet } from './live-releases'
import type { Previews } from './previews'

/** How long each of them counts, in seconds by this server's clock. */
const seconds = { [pinnedCookie]: 2 * 60 * 60, [brokenCookie]: 10 * 60 }

type SetCookieName = keyof typeof seconds

/** The id in a cookie, unless it was given too long ago. */
function setIn(context: Context, name: SetCookieName): string | null {
  const [, id, since] = /^([0-9a-z]{1,40})\.(\d{1,12})$/.exec(getCookie(context, name) ?? '') ?? []
  const age = Date.now() / 1000 - Number(since)
  // A minute ahead: another web server may have given it.
  return id !== undefined && age >= -60 && age <= seconds[name] ? id : null
}

/** What the sets of visitors depend on. */
interface VisitorSetOptions {
  releases: LiveReleaseSet
  /** What browsers preview; null where nothing can be. */
  previews?: Pick<Previews, 'openIn'> | null
  siteUrl: string
  /** Id of the canary's set for the visitors that it is given to; null for the others. */
  candidateFor?: (context: Context) => string | null
}

/** Which release set each visitor gets, by cookies that only this server writes and whose age its clock decides. */
export interface VisitorSets {
  /** The set for a path. */
  at(context: Context, pathname: string): Promise<ReleaseSet>
  /**
   * The header `Set-Cookie` of a document that opens a cart or checkout: it pins its set. Null where nothing changes.
   */
  cookieFor(context: Context, pathname: string, set: ReleaseSet): Promise<string | null>
  /** Where browsers pin a set, let it go, and report one that does not run. */
  app: Hono
}

/**
 * Gives each visitor their release set: the live one, unless they preview one, a checkout pins another, a canary gives them one, or
 * theirs does not run.
 */
export function visitorSets({
  releases,
  previews = null,
  siteUrl,
  candidateFor = () => null,
}: VisitorSetOptions): VisitorSets {
  const given = (name: SetCookieName, id: string) =>
    generateCookie(name, `${id}.${String(Math.floor(Date.now() / 1000))}`, {
      path: '/',
      maxAge: seconds[name],
      httpOnly: true,
      sameSite: 'Lax',
      secure: siteUrl.startsWith('https:'),
    })
  const gone = (name: SetCookieName) => generateCookie(name, '', { path: '/', maxAge: 0 })

  /** The set that this browser gets in place of the live one; null while the live one runs, neither runs, or another is live. */
  const fallback = async (context: Context): Promise<string | null> =>
    setIn(context, brokenCookie) === (await releases.current()).id ? releases.lastGood() : null

  /** The canary's set for a visitor in whose browser it runs. */
  const candidate = (context: Context): string | null => {
    const id = candidateFor(context)
    return id !== null && setIn(context, brokenCookie) !== id ? id : null
  }

  const app = new Hono()
  app.put(`${pinnedSetPath}/:set`, async (context) => {
    const { set } = context.req.param()
    const isServed = (await releases.forVisitor(set)).id === set
    if (isServed && setIn(context, pinnedCookie) === null && (await fallback(context)) === null)
      context.header('set-cookie', given(pinnedCookie, set))
    return context.body(null, 204)
  })
  app.delete(pinnedSetPath, (context) => context.body(null, 204, { 'set-cookie': gone(pinnedCookie) }))
  app.put(`${brokenSetPath}/:set`, async (context) => {
    const { set } = context.req.param()
    releases.reportBroken(set)
    const lastGood = releases.lastGood()
    const isLive = (await releases.current()).id === set
    // Where the fallback does not run either, the live set stays.
    if (!isLive || lastGood === null || setIn(context, brokenCookie) !== lastGood)
      context.header(
        'set-cookie',
        isLive || set === lastGood || set === candidateFor(context)
          ? given(brokenCookie, set)
          : gone(brokenCookie),
      )
    if (setIn(context, pinnedCookie) === set)
      context.header('set-cookie', gone(pinnedCookie), { append: true })
    return context.body(null, 204)
  })

  return {
    app,
    async at(context, pathname) {
      const preview = await previews?.openIn(context)
      if (preview) return preview.set
      const pinned = pinsSet(pathname) ? setIn(context, pinnedCookie) : null
      if (pinned !== null) {
        const set = await releases.forVisitor(pinned)
        if (set.id === pinned) return set
      }
      return releases.forVisitor((await fallback(context)) ?? candidate(context))
    },
    async cookieFor(context, pathname, { id }) {
      // What a page or the service worker fetches opens no checkout.
      const isDocument = ['navigate', undefined].includes(context.req.header('sec-fetch-mode'))
      if (!isDocument || !pinsSetOnOpening(pathname)) return null
      if (await previews?.openIn(context)) return null
      return setIn(context, pinnedCookie) === id || (await fallback(context)) !== null
        ? null
        : given(pinnedCookie, id)
    },
  }
}
