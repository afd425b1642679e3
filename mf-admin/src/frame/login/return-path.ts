import * as v from 'valibot'

const stateSchema = v.object({
  from: v.pipe(v.string(), v.regex(/^\/admin(\/(?!login|join|forgot|reset)|$)/)),
})

/** The back-office path in a navigation state to return to after signing in, or null. */
export function returnPathIn(state: unknown): string | null {
  const result = v.safeParse(stateSchema, state)
  return result.success ? result.output.from : null
}
