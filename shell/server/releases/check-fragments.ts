import { remoteFor } from '@shop/federation'
import type { ReleaseRecord } from '@shop/federation/store'
import type { PageRule } from '@shop/router/server'
import * as v from 'valibot'
import { findings, warning, type Finding } from './finding'

const objectSchema = v.object({
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  required: v.optional(v.array(v.string()), []),
})

/** The props that a fragment was given and does not take as before: gone, of another type, or required from now on. */
function changedProps(before: unknown, next: unknown): string[] {
  const [one, other] = [v.parse(objectSchema, before), v.parse(objectSchema, next)]
  return [
    ...Object.keys(one.properties).filter(
      (name) => JSON.stringify(one.properties[name]) !== JSON.stringify(other.properties[name]),
    ),
    ...other.required.filter((name) => !one.required.includes(name)),
  ]
}

/** What those that show the fragments of the live version lose by the next one. */
export function checkFragments(
  before: ReleaseRecord['fragments'],
  next: ReleaseRecord['fragments'],
): Finding[] {
  const problems = Object.entries(before).flatMap(([name, props]) => {
    const now = next[name]
    if (!now) return [`The fragment ${name} is gone: what stands for it takes its place.`]
    const changed = changedProps(props, now)
    if (changed.length === 0) return []
    return [
      `The fragment ${name} takes other props than before: ${changed.join(', ')}. Add an optional prop, or a fragment of another name.`,
    ]
  })
  return findings('fragments', problems, 'Each of the live version is there, and takes what it took.')
}

/** The fragments that the pages of a release show and no member of its set offers. */
export function checkShownFragments(
  pages: readonly PageRule[],
  records: readonly ReleaseRecord[],
): Finding[] {
  const remotes = Object.fromEntries(records.map((record) => [record.name, record]))
  const isOffered = (name: string, at: string) =>
    name in (remotes[remoteFor({ remotes }, at) ?? '']?.fragments ?? {})
  return pages.flatMap(({ path, fragments }) =>
    Object.entries(fragments)
      .filter(([name, at]) => !isOffered(name, at))
      .map(([name, at]) =>
        warning('fragments', `${path} shows the fragment ${name}, which the member at ${at} does not offer.`),
      ),
  )
}
