import { StructuredData } from '@shop/settings'
import { Breadcrumbs, Wrap, type Crumb } from '@shop/ui'

/** Breadcrumbs below the header, with their structured data. */
export function PageBreadcrumbs({ items }: { items: Crumb[] }) {
  return (
    <Wrap>
      <Breadcrumbs items={items} />
      <StructuredData
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: items.map(({ label, to }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: label,
            item: to,
          })),
        }}
      />
    </Wrap>
  )
}
