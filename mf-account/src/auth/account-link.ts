import * as v from 'valibot'

const types = ['signup', 'recovery', 'email_change'] as const

const emailed = v.object({
  type: v.picklist(types),
  email: v.pipe(v.string(), v.toLowerCase(), v.nonEmpty(), v.maxLength(254)),
  /** The token of the link; without one the code of the email is typed. */
  tokenHash: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))),
})

/** The action that an email asks its reader to confirm, and its account. Nothing has been confirmed yet. */
export type AccountLink = v.InferOutput<typeof emailed>

/** Reads the fragment of a link, as the templates of the account emails write it; null when it is not such a link. */
export function readAccountLink(hash: string): AccountLink | null {
  // Templates may leave the plus of an address as it is.
  const carried = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'))
  const read = v.safeParse(emailed, {
    type: carried.get('type'),
    email: carried.get('email'),
    tokenHash: carried.get('token_hash'),
  })
  return read.success ? read.output : null
}

/** Reads what this page, or a page that offers to type the code, has left in the history; null for anything else. */
export function storedAccountLink(state: unknown): AccountLink | null {
  const read = v.safeParse(emailed, state)
  return read.success ? read.output : null
}
