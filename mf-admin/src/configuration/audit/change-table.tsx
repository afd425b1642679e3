import { counted } from '@shop/pricing'
import { chakra, VisuallyHidden } from '@shop/ui'
import type { AuditEntry } from './audit-log'
import type { FieldChange } from './changes'

/** Longer texts are folded. */
const longText = 140

const Table = chakra('table', {
  base: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    textStyle: 'small',
    '& th, & td': {
      padding: '.3rem .75rem .3rem 0',
      textAlign: 'start',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
      whiteSpace: 'pre-line',
    },
    '& thead th': { textStyle: 'micro', color: 'muted', fontWeight: 'inherit' },
    '& tbody th': { color: 'muted', fontWeight: 'inherit' },
    '& tbody tr': { borderTop: '1px solid {colors.line}' },
    '& summary': { cursor: 'pointer', minHeight: '24px' },
    // One value below the other.
    '@media (max-width: 599.98px)': {
      '& thead': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
      '& tr, & th, & td': { display: 'block', padding: '0' },
      '& tbody tr': { paddingBlock: '.4rem' },
      '& td[data-label]::before': { content: 'attr(data-label)', color: 'muted', marginInlineEnd: '.4rem' },
    },
  },
})

function Value({ text }: { text: string | null }) {
  if (text === null) return <chakra.span color="muted">nothing</chakra.span>
  if (text.length <= longText) return text
  return (
    <details>
      <summary>{`${text.slice(0, 60).trimEnd()}…`}</summary>
      {text}
    </details>
  )
}

const summaryEndings = {
  insert: ' that were added',
  delete: ' that were deleted',
  export: ' of the export',
  sign_in: ' of the sign-in',
  sign_in_failed: ' of the sign-in',
}

interface ChangeTableProps {
  changes: readonly FieldChange[]
  /** Which values there are: a change has them before and after, what was deleted before, everything else after. */
  action: AuditEntry['action']
}

/** The fields of a change with their values before and after. */
export function ChangeTable({ changes, action }: ChangeTableProps) {
  const hasBefore = action === 'update' || action === 'delete'
  const hasAfter = action !== 'delete'
  const table = (
    <Table role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" style={{ width: hasBefore && hasAfter ? '24%' : '35%' }}>
            Field
          </th>
          {hasBefore && (
            <th role="columnheader" scope="col">
              Before
            </th>
          )}
          {hasAfter && (
            <th role="columnheader" scope="col">
              After
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {changes.map(({ label, before, after }) => (
          <tr key={label} role="row">
            <th role="rowheader" scope="row">
              {label}
            </th>
            {hasBefore && (
              <td role="cell" data-label={hasAfter ? 'Before:' : undefined}>
                <Value text={before} />
              </td>
            )}
            {hasAfter && (
              <td role="cell" data-label={hasBefore ? 'After:' : undefined}>
                <Value text={after} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
  if (action === 'update') return table
  return (
    <chakra.details textStyle="small">
      <chakra.summary cursor="pointer" color="muted" minHeight="24px" width="fit-content">
        {counted(changes.length, 'value')}
        <VisuallyHidden>{summaryEndings[action]}</VisuallyHidden>
      </chakra.summary>
      {table}
    </chakra.details>
  )
}
