import { Skeleton, VisuallyHidden } from '@shop/ui'
import type { Column } from '@tanstack/react-table'
import type { features, NarrowPlace } from './columns'

const count = 8
const widths = ['8rem', '6rem', '7rem', '5rem']
const widthsByPlace: Partial<Record<NarrowPlace, string>> = {
  media: '34px',
  aside: '4rem',
  asideDetail: '5rem',
  actions: '64px',
  button: '72px',
}

/** Rows of a table that is loading, as high as the rows that follow. */
export function SkeletonRows<Row extends object>({
  label,
  columns,
  selecting,
}: {
  label: string
  columns: readonly Column<typeof features, Row>[]
  selecting: boolean
}) {
  return Array.from({ length: count }, (_, line) => (
    <tr key={line} role="row">
      {selecting && (
        <td role="cell" data-narrow="select">
          <Skeleton width="20px" height="20px" marginInline="auto" />
        </td>
      )}
      {columns.map(({ id, columnDef: { meta: { align, narrow } = {} } }, index) => (
        <td key={id} role="cell" data-align={align} data-narrow={narrow}>
          {line + index === 0 && <VisuallyHidden role="status">Loading {label.toLowerCase()}</VisuallyHidden>}
          <Skeleton
            width={(narrow && widthsByPlace[narrow]) ?? widths[(line + index) % widths.length]}
            height={narrow === 'media' ? '42px' : '1em'}
            maxWidth="100%"
            marginBlock=".25rem"
            marginInlineStart={
              align === 'end' || narrow === 'asideDetail' || narrow === 'actions' ? 'auto' : undefined
            }
          />
        </td>
      ))}
    </tr>
  ))
}
