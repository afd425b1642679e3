import { StructuredData } from '@shop/settings'
import { Breadcrumbs, Wrap, type Crumb } from '@shop/ui'

/** The breadcrumb trail under the header. */
export function Trail({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <Wrap>
      <Breadcrumbs items={crumbs} />
      <StructuredData
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: crumbs.map(({ label, to }, index) => ({
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
