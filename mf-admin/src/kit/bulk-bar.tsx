import { Button, chakra } from '@shop/ui'
import type { ReactNode } from 'react'

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '.5rem .75rem',
    padding: '.5rem .75rem',
    background: 'accentSoft',
    color: 'accentSoftInk',
    borderBottom: '1px solid {colors.line}',
    borderRadius: '5px 5px 0 0',
  },
})

/** The actions for the selected rows, above a DataTable (its `bulkActions`). */
export function BulkBar({
  count,
  onClear,
  children,
}: {
  count: number
  onClear: () => void
  children: ReactNode
}) {
  return (
    <Bar role="group" aria-label="Selected">
      <chakra.span fontWeight={520} role="status">
        {count.toLocaleString('en-GB')} selected
      </chakra.span>
      {children}
      <chakra.span marginInlineStart="auto">
        <Button variant="text" onClick={onClear}>
          Clear selection
        </Button>
      </chakra.span>
    </Bar>
  )
}
