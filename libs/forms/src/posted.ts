import { BackendError, type DataContextValue } from '@shop/supabase'
import type { Settings } from '@shop/settings'
import type { AskAccounts } from './account-request'

// Forms that browsers post to the address of their page. Browsers never load this file.

/** Everything that an action of a form may use. */
export interface FormVisit {
  data: DataContextValue
  settings: Settings
  /** Public address of the shop. */
  siteUrl: string
  askAccounts: AskAccounts
}

/** A form as it was posted. */
export interface Posted extends FormVisit {
  form: FormData
  /** The page's address. */
  url: URL
}

/** The result of a form that was rejected or that searched for something. The page reads it with `useActionData`. */
interface Shown<Outcome> {
  /** HTTP status: 200 for an answer, 422 for wrong fields, 409 for what stands against it. */
  status: number
  shown: Outcome
}

/** Where the browser goes on: with 303 by a new request, with 307 it posts the form once more. */
interface Redirect {
  location: string
  status: 303 | 307
}

/** The arguments that the router passes to an action. */
export interface ActionArguments {
  request: Request
  context?: unknown
}

const withVisit = (context: unknown): context is { visit: FormVisit } =>
  typeof context === 'object' && context !== null && 'visit' in context

/** The context of the page's loaders, with what its form's answer may need. */
export const formContext = <Context extends object>(context: Context, visit: FormVisit): Context =>
  Object.assign(context, { visit })

/** Goes on at a page of this shop. */
export function goTo(path: `/${string}`, query: Record<string, string> = {}): Redirect {
  const search = new URLSearchParams(query).toString()
  return { location: search === '' ? path : `${path}?${search}`, status: 303 }
}

/**
 * The `action` of a page that takes a form. A form may arrive twice, so doing it again must do no harm.
 * @param respond redirects, or says what the page shows
 */
export function formAction<Outcome>(
  respond: (posted: Posted) => Promise<Shown<Outcome> | Redirect>,
): (args: ActionArguments) => Promise<Response> {
  return async ({ request, context }) => {
    if (!withVisit(context)) throw new Error('Forms are taken on the web server alone')
    const form = await request.formData()
    const response = await respond({ ...context.visit, form, url: new URL(request.url) })
    if ('location' in response)
      return new Response(null, { status: response.status, headers: { location: response.location } })
    return Response.json(response.shown, { status: response.status })
  }
}

/** The HTTP status for an error of the backend: 409 when it rejected the form, 503 when it failed. */
export const statusOf = (error: unknown): 409 | 503 =>
  error instanceof BackendError && error.status >= 400 && error.status < 500 ? 409 : 503

/** The texts of a form, by the names of its fields; a file counts as nothing. */
export const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
