import { useSiteUrl } from '@shop/settings'

/** Structured data (schema.org) for machines that read the page. Paths in it become addresses of this shop. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const site = useSiteUrl()
  const absolute = (_: string, value: unknown) => (typeof value === 'string' && /^\/(?!\/)/.test(value) ? `${site}${value}` : value)
  // "<" is escaped, so that no name in the data can end the element.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }, absolute).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** Where a page lies: the way from home to the page itself. */
export function breadcrumbData(steps: readonly { name: string; path: string }[]): Record<string, unknown> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: path,
    })),
  }
}
