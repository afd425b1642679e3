import type { Thing, WithContext } from 'schema-dts'
import { useSiteUrl } from './site-context'

/** What can be told of in the words of schema.org; its types hold the vocabulary, so that a wrong word does not compile. */
export type JsonLd = Exclude<Thing, string>

/** Facts for machines that read the page, as a script that never runs. Paths in them become addresses of this shop. */
export function StructuredData({ data }: { data: JsonLd }) {
  const site = useSiteUrl()
  const absolute = (_: string, value: unknown) =>
    typeof value === 'string' && /^\/(?!\/)/.test(value) ? `${site}${value}` : value
  const told = { '@context': 'https://schema.org', ...data } as WithContext<JsonLd>
  // "<" is escaped, so that no name in the data can end the element.
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(told, absolute).replaceAll('<', '\\u003c') }}
    />
  )
}
