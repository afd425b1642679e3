import { Skeleton, VisuallyHidden } from '@shop/ui'
import type { DataColumn, NarrowPlace } from './data-column'

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
export function SkeletonRows<Row>({
  label,
  columns,
  hidden = [],
  selecting,
}: {
  label: string
  columns: readonly DataColumn<Row>[]
  hidden?: readonly string[]
  selecting: boolean
}) {
  const shown = columns.filter(({ id }) => !hidden.includes(id))
  return Array.from({ length: count }, (_, line) => (
    <tr key={line} role="row">
      {selecting && (
        <td role="cell" data-narrow="select">
          <Skeleton width="20px" height="20px" marginInline="auto" />
        </td>
      )}
      {shown.map(({ id, align, narrow }, index) => (
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
