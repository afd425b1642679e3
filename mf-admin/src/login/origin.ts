import * as v from 'valibot'

const remembered = v.object({ from: v.pipe(v.string(), v.regex(/^\/admin(\/(?!login)|$)/)) })

/** The back-office page that sent the visitor to sign in, or null. */
export function originIn(state: unknown): string | null {
  const result = v.safeParse(remembered, state)
  return result.success ? result.output.from : null
}
