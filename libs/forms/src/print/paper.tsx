import { chakra } from '@shop/ui'
import type { ReactNode } from 'react'

/** A sheet for one order: a card on the screen, a page of its own on paper, black on white in both themes. */
export const Paper = chakra('article', {
  base: {
    background: '#ffffff',
    color: '#1d1a17',
    lineHeight: 1.45,
    '@media screen': {
      maxWidth: '210mm',
      padding: { base: '1.25rem', md: '14mm 16mm' },
      // Its columns fit the narrowest phone.
      fontSize: { base: '.875rem', md: '1rem' },
      border: '1px solid {colors.line}',
      borderRadius: 'panel',
    },
    '@media print': { breakAfter: 'page', fontSize: '10.5pt', '&:last-child': { breakAfter: 'auto' } },
    '& table': { width: '100%', borderCollapse: 'collapse' },
    '& th, & td': { padding: '.45rem .6rem .45rem 0', textAlign: 'start', verticalAlign: 'top' },
    '& th': { fontWeight: 560, borderBottom: '1px solid #1d1a17' },
    '& tbody td': { borderBottom: '1px solid #d8d2c9' },
    '& td:first-of-type': { overflowWrap: 'anywhere' },
    '& tr': { breakInside: 'avoid' },
    '& [data-figure]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', paddingInlineEnd: '0' },
    '& th[data-figure] + th[data-figure], & td[data-figure] + td[data-figure]': {
      paddingInlineStart: '.6rem',
    },
    '& tfoot td': { paddingBlock: '.3rem' },
    '& tfoot tr:last-child td': { fontWeight: 620, borderTop: '1px solid #1d1a17' },
  },
})

const Head = chakra('header', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '1rem 2rem',
    marginBottom: '1.75rem',
  },
})
const Blocks = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(13rem, 100%), 1fr))',
    gap: '1.25rem 2rem',
    marginBottom: '1.75rem',
    '& h3': { fontWeight: 560, marginBottom: '.2rem' },
  },
})
const Title = chakra('h2', { base: { fontFamily: 'serif', fontSize: '1.6rem', lineHeight: 1.15 } })

/** The head of a paper: its title, and lines beside it. */
export function PaperHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Head>
      <Title>{title}</Title>
      <div>{children}</div>
    </Head>
  )
}

/** Blocks of lines with a heading, side by side; those without lines are left out. */
export function PaperBlocks({ blocks }: { blocks: readonly { title: string; lines: readonly string[] }[] }) {
  return (
    <Blocks>
      {blocks
        .filter(({ lines }) => lines.length > 0)
        .map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            {lines.map((line, place) => (
              <div key={place}>{line}</div>
            ))}
          </section>
        ))}
    </Blocks>
  )
}

/** A part of the page that is not printed. */
export const OnScreen = chakra('div', { base: { '@media print': { display: 'none' } } })

const Sheets = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5rem',
    // Grid and flex boxes do not break between pages in every browser.
    '@media print': { display: 'block' },
  },
})

/** The papers of a page: alone on their sheets, whatever stands around them on the screen. */
export function Papers({ children }: { children: ReactNode }) {
  return <Sheets data-papers="">{children}</Sheets>
}
