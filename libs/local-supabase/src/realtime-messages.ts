import * as v from 'valibot'

/** One Phoenix message, whichever of the two shapes it came in. */
export interface Message {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

const ref = v.nullish(v.union([v.string(), v.number()]))
const arraySchema = v.tuple([ref, ref, v.string(), v.string(), v.unknown()])
const objectSchema = v.object({
  join_ref: ref,
  ref,
  topic: v.string(),
  event: v.string(),
  payload: v.unknown(),
})
const json = v.pipe(v.string(), v.parseJson())

/** Reads a frame of serializer 2.0.0 (arrays) or 1.0.0 (objects); undefined when it is neither. */
export function readMessage(frame: string): Message | undefined {
  const array = v.safeParse(v.pipe(json, arraySchema), frame)
  if (array.success) {
    const [joinRef, own, topic, event, payload] = array.output
    return { joinRef: asText(joinRef), ref: asText(own), topic, event, payload }
  }
  const object = v.safeParse(v.pipe(json, objectSchema), frame)
  if (!object.success) return undefined
  const { join_ref, ref: own, topic, event, payload } = object.output
  return { joinRef: asText(join_ref), ref: asText(own), topic, event, payload }
}

export function writeMessage(message: Message, serializer: string): string {
  const { joinRef, ref: own, topic, event, payload } = message
  return JSON.stringify(
    serializer.startsWith('2')
      ? [joinRef, own, topic, event, payload]
      : { join_ref: joinRef, ref: own, topic, event, payload },
  )
}

function asText(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

const subscriptionSchema = v.object({
  event: v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: v.optional(v.string(), 'public'),
  table: v.optional(v.string()),
  filter: v.optional(v.string()),
})

/** One `postgres_changes` subscription of a join. */
export type ChangeSubscription = v.InferOutput<typeof subscriptionSchema>

const joinSchema = v.object({
  config: v.optional(
    v.object({
      postgres_changes: v.optional(v.array(subscriptionSchema)),
    }),
  ),
  access_token: v.nullish(v.string()),
})

/** The payload of `phx_join`. */
export function readJoin(
  payload: unknown,
): { subscriptions: ChangeSubscription[]; token: string | undefined } | undefined {
  const parsed = v.safeParse(joinSchema, payload)
  if (!parsed.success) return undefined
  return {
    subscriptions: parsed.output.config?.postgres_changes ?? [],
    token: parsed.output.access_token ?? undefined,
  }
}

/** The payload of `access_token`: a signed-in subscriber's newer token. */
export function readToken(payload: unknown): string | undefined {
  const parsed = v.safeParse(v.object({ access_token: v.string() }), payload)
  return parsed.success ? parsed.output.access_token : undefined
}
