import type { Thing, WithContext } from 'schema-dts'
import { pictureUrl } from './picture-sources'
import { useSite } from './site-context'

/** A schema.org object; a property that schema.org does not have does not compile. */
export type JsonLd = Exclude<Thing, string>

/** Structured data of a page, as JSON-LD. Paths in it become absolute URLs of the shop, pictures of the backend its URLs. */
export function StructuredData({ data }: { data: JsonLd }) {
  const { siteUrl, backendUrl } = useSite()
  const absolute = (_: string, value: unknown) =>
    typeof value === 'string' && /^\/(?!\/)/.test(value)
      ? pictureUrl(value, backendUrl).replace(/^\//, `${siteUrl}/`)
      : value
  const jsonLd = { '@context': 'https://schema.org', ...data } as WithContext<JsonLd>
  // "<" is escaped, so that no text in the data can close the script element.
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(jsonLd, absolute).replaceAll('<', '\\u003c') }}
    />
  )
}
