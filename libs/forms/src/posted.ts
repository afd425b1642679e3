import { BackendError, useDataContext, type DataContextValue } from '@shop/supabase'
import type { Settings } from '@shop/settings'
import type { AskAccounts } from './account-request'
import { withoutScripts } from './without-scripts'

// Forms that browsers without scripts post to the address of their page. Browsers with scripts never load this file.

/** What a form's answer may need. */
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

/** What the page shows of a form that it did not take, or of what was found. */
interface Shown<Answer> {
  /** HTTP status: 200 for an answer, 422 for wrong fields, 409 for what stands against it. */
  status: number
  shown: Answer
}

/** What a router passes to an action. */
export interface ActionArguments {
  request: Request
  context?: unknown
}

const key = ['posted form']
const withVisit = (context: unknown): context is { visit: FormVisit } =>
  typeof context === 'object' && context !== null && 'visit' in context

/** The context of the page's loaders, with what its form's answer may need. */
export const formContext = <Context extends object>(context: Context, visit: FormVisit): Context =>
  Object.assign(context, { visit })

/** Where the browser is to go on: a page of this shop, drawn without scripts. */
export const goTo = (path: `/${string}`, query: Record<string, string> = {}): { path: string } => ({
  path: withoutScripts(path, query),
})

/**
 * The `action` of a page that takes its form without scripts. A form may arrive twice, so doing it again must do no harm.
 * @param respond leads on with `goTo`, or says what the page shows
 */
export function formAction<Answer>(
  respond: (posted: Posted) => Promise<Shown<Answer> | { path: string }>,
): (args: ActionArguments) => Promise<Response> {
  return async ({ request, context }) => {
    if (!withVisit(context)) throw new Error('Forms are taken on the web server alone')
    const form = await request.formData()
    const answer = await respond({ ...context.visit, form, url: new URL(request.url) })
    if ('path' in answer) return new Response(null, { status: 303, headers: { location: answer.path } })
    context.visit.data.queryClient.setQueryData(key, answer.shown)
    return new Response(null, { status: answer.status })
  }
}

/** What the page's own action says of its form; null when none was posted. */
export function useFormAnswer<Answer>(): Answer | null {
  return useDataContext().queryClient.getQueryData<Answer>(key) ?? null
}

/** The status of an answer to what the backend refused: 409 for its refusal, 503 for a failure. */
export const statusOf = (error: unknown): 409 | 503 =>
  error instanceof BackendError && error.status >= 400 && error.status < 500 ? 409 : 503

/** The texts of a form, by the names of its fields; a file counts as nothing. */
export const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
