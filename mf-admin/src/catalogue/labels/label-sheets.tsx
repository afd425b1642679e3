import { chakra } from '@shop/ui'
import { usePrintPage } from '@shop/forms/print'
import { Label, type LabelProps } from './label'

/** Labels of a sheet: three in a line, seven lines. */
export const labelsPerSheet = 21

const Sheet = chakra('ul', {
  base: {
    '@media screen': { display: 'flex', flexWrap: 'wrap', gap: '.75rem' },
    '@media print': {
      display: 'grid',
      gridTemplateColumns: 'repeat(3, 63.5mm)',
      gridAutoRows: '38.1mm',
      columnGap: '2.5mm',
      width: '210mm',
      height: '296mm',
      padding: '15.1mm 7.2mm 0',
      boxSizing: 'border-box',
      breakAfter: 'page',
      '&:last-child': { breakAfter: 'auto' },
    },
  },
})

// Places that were used before; they only exist on paper.
const Used = chakra('li', { base: { '@media screen': { display: 'none' } } })

const Paper = chakra('div', {
  base: {
    '@media screen': { display: 'grid', gap: '1.5rem' },
    // Labels must meet the cuts of the sheet, so they start at the corner of the page.
    '@media print': { position: 'absolute', inset: '0', background: '#ffffff' },
  },
})

/** A label to print, with what it shows. */
export type PrintedLabel = LabelProps & { key: string }

/**
 * Labels on sheets of 21.
 * @param used places of the first sheet that are left free, 0 to 20
 */
export function LabelSheets({ labels, used }: { labels: readonly PrintedLabel[]; used: number }) {
  usePrintPage('0')
  const places: (PrintedLabel | null)[] = [...Array.from({ length: used }, () => null), ...labels]
  const sheets = Array.from({ length: Math.ceil(places.length / labelsPerSheet) }, (_, sheet) =>
    places.slice(sheet * labelsPerSheet, (sheet + 1) * labelsPerSheet),
  )
  return (
    <Paper>
      {sheets.map((sheet, number) => (
        <Sheet key={number} aria-label={`Sheet ${number + 1} of ${sheets.length}`}>
          {sheet.map((label, place) =>
            label ? <PrintedLabelItem key={label.key} label={label} /> : <Used key={place} />,
          )}
        </Sheet>
      ))}
    </Paper>
  )
}

function PrintedLabelItem({ label: { unit, kind, pricePence, siteUrl } }: { label: PrintedLabel }) {
  return <Label unit={unit} kind={kind} pricePence={pricePence} siteUrl={siteUrl} />
}
