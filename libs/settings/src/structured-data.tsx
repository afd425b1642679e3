import type { Thing, WithContext } from 'schema-dts'
import { useSiteUrl } from './site-context'

/** A schema.org object; a property that schema.org does not have does not compile. */
export type JsonLd = Exclude<Thing, string>

/** Structured data of a page, as JSON-LD. Paths in it become absolute URLs of the shop. */
export function StructuredData({ data }: { data: JsonLd }) {
  const site = useSiteUrl()
  const absolute = (_: string, value: unknown) =>
    typeof value === 'string' && /^\/(?!\/)/.test(value) ? `${site}${value}` : value
  const jsonLd = { '@context': 'https://schema.org', ...data } as WithContext<JsonLd>
  // "<" is escaped, so that no text in the data can close the script element.
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(jsonLd, absolute).replaceAll('<', '\\u003c') }}
    />
  )
}
