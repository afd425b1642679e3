import { chakra } from '@shop/ui'

/** The panel around table and bulk actions; it decides by its own width how rows look. */
export const TableFrame = chakra('div', {
  base: {
    containerType: 'inline-size',
    border: '1px solid {colors.line}',
    borderRadius: 'overlay',
    background: 'surface',
    minWidth: '0',
  },
})

// Two lines: picture | title and detail | figure and badge | actions. Below 900 px, or where a wide sidebar leaves too little.
const twoLines = {
  '& [data-only=wide]': { display: 'none' },
  '& [data-only=narrow]': { display: 'inline' },
  '&, & > tbody': { display: 'block' },
  '& > thead': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
  '& > tbody > tr': {
    display: 'grid',
    gridTemplateColumns: 'auto auto minmax(0, 1fr) auto auto',
    alignItems: 'center',
    padding: '.6rem .75rem',
    rowGap: '.15rem',
  },
  '& > tbody > tr > td': { display: 'none', height: 'auto', padding: '0', border: '0' },
  // The line is the row's.
  '& > tbody > tr + tr > td': { border: '0' },
  '& > tbody > tr > td[data-narrow]': { display: 'block' },
  '& > tbody > tr > td[data-narrow=select]': { gridArea: '1 / 1 / 3', marginInlineStart: '-.5rem' },
  '& > tbody > tr > td[data-narrow=media]': { gridArea: '1 / 2 / 3', paddingInlineEnd: '.9rem' },
  '& > tbody > tr > td[data-narrow=title]': { gridArea: '1 / 3' },
  '& > tbody > tr > td[data-narrow=detail]': { gridArea: '2 / 3', color: 'muted' },
  '& > tbody > tr > td[data-narrow=aside]': {
    gridArea: '1 / 4',
    textAlign: 'end',
    paddingInlineStart: '.75rem',
  },
  '& > tbody > tr > td[data-narrow=asideDetail]': {
    gridArea: '2 / 4',
    placeSelf: 'start end',
    textAlign: 'end',
    paddingInlineStart: '.75rem',
  },
  '& > tbody > tr > td[data-narrow=actions]': {
    gridArea: '1 / 5 / 3',
    marginInlineEnd: '-.5rem',
    paddingInlineStart: '.5rem',
  },
  '& > tbody > tr > td[data-narrow=button]': { gridArea: '1 / 5 / 3', paddingInlineStart: '.9rem' },
} as const

export const TableRoot = chakra('table', {
  base: {
    width: '100%',
    borderCollapse: 'separate',
    borderSpacing: '0',
    '& th': {
      position: 'sticky',
      top: '0',
      zIndex: 1,
      height: '40px',
      padding: '0 .75rem',
      background: 'bg',
      color: 'muted',
      textStyle: 'micro',
      fontWeight: 500,
      textAlign: 'start',
      whiteSpace: 'nowrap',
      borderBottom: '1px solid {colors.line}',
    },
    '& > thead > tr > th:first-of-type': { borderStartStartRadius: '5px' },
    '& > thead > tr > th:last-of-type': { borderStartEndRadius: '5px' },
    '& [data-only=narrow]': { display: 'none' },
    '& td': { height: '52px', padding: '.25rem .75rem', overflowWrap: 'anywhere' },
    '& [data-align=end]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '& [data-narrow=select]': { width: '44px', paddingInline: '.25rem 0', userSelect: 'none' },
    '& td[data-narrow=actions], & td[data-narrow=button]': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& > tbody > tr + tr > td': { borderTop: '1px solid {colors.line}' },
    '& > tbody > tr:hover': { background: 'color-mix(in oklab, {colors.sunken} 55%, transparent)' },
    '& > tbody > tr[data-selected]': { background: 'accentSoft' },
    '&[data-stale] > tbody': { background: 'sunken' },
    '@media (max-width: 899.98px)': {
      ...twoLines,
      '& > tbody > tr + tr': { borderTop: '1px solid {colors.line}' },
    },
    '@container (max-width: 759.98px)': {
      ...twoLines,
      '& > tbody > tr + tr': { borderTop: '1px solid {colors.line}' },
    },
    // The figure and the badge go below the texts, which would break within words beside them.
    '@container (max-width: 319.98px)': {
      '& > tbody > tr > td[data-narrow=select]': { gridRowEnd: 4 },
      '& > tbody > tr > td[data-narrow=media]': { gridRowEnd: 4 },
      '& > tbody > tr > td[data-narrow=title]': { gridColumnEnd: 5 },
      '& > tbody > tr > td[data-narrow=detail]': { gridColumnEnd: 5 },
      '& > tbody > tr > td[data-narrow=aside]': {
        gridArea: '3 / 3',
        textAlign: 'start',
        paddingInlineStart: '0',
      },
      '& > tbody > tr > td[data-narrow=asideDetail]': { gridArea: '3 / 4' },
      '& > tbody > tr > td[data-narrow=actions]': { gridRowEnd: 4 },
      '& > tbody > tr > td[data-narrow=button]': { gridRowEnd: 4 },
    },
  },
})

/** The button in the head of a column by which rows can be sorted. */
export const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '.3rem',
    minHeight: '36px',
    marginInline: '-.3rem',
    paddingInline: '.3rem',
    cursor: 'pointer',
    '&:hover, [aria-sort] > &': { color: 'ink' },
  },
})
