import * as v from 'valibot'

const remembered = v.object({ from: v.pipe(v.string(), v.regex(/^\/(?!\/)/)) })

/** The page that sent the visitor to sign in, or null. Only paths of this shop count. */
export function originIn(state: unknown): string | null {
  const result = v.safeParse(remembered, state)
  return result.success ? result.output.from : null
}
