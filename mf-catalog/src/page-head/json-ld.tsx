/** Structured data (schema.org) for machines that read the page. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  // "<" is escaped, so that no name in the data can end the element.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** The address of a path or file of this shop; without a browser just the path, which readers resolve against the page. */
export function absoluteUrl(path: string): string {
  return typeof location === 'undefined' ? path : new URL(path, location.origin).href
}

/** Where a page lies: the way from home to the page itself. */
export function breadcrumbData(steps: readonly { name: string; path: string }[]): Record<string, unknown> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(path),
    })),
  }
}
