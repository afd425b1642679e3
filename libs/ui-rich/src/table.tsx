import { chakra } from '@shop/ui'

/** The frame of a table: one panel; scrolls sideways rather than the page. */
export const TableFrame = chakra('div', {
  base: {
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
    background: 'surface',
    overflowX: 'auto',
    minWidth: '0',
  },
})

/**
 * A native table with the desk's rules. Numbers: `<td data-num>`; a chosen row: `<tr aria-selected>` or `data-selected`.
 * Below 900 px show two-line rows instead.
 */
export const Table = chakra('table', {
  base: {
    width: '100%',
    borderCollapse: 'collapse',
    textStyle: 'deskBody',
    '& th': {
      height: '40px',
      textAlign: 'start',
      fontWeight: 500,
      fontSize: '.8125rem',
      color: 'muted',
      background: 'bg',
    },
    '& td': { height: '52px' },
    '& :is(th, td)': { paddingInline: '.75rem', borderBottom: '1px solid {colors.line}', whiteSpace: 'nowrap' },
    '& tbody tr:last-child td': { borderBottom: '0' },
    '& tbody tr:hover': { background: 'color-mix(in oklab, {colors.sunken} 55%, transparent)' },
    '& tbody tr:is([aria-selected=true], [data-selected])': { background: 'accentSoft' },
    '& [data-num]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  },
})
