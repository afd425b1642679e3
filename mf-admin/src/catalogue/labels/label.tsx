import { formatPence } from '@shop/pricing'
import { chakra } from '@shop/ui'
import { barcodeOf } from '../codes/barcode'
import { QrSvg } from '../../kit/qr-svg'
import { BarcodeSvg } from '../codes/code-svg'
import { unitName, unitPath, variantName, type StockUnit } from '../stock/stock-unit'

/** The code on labels: a QR code of the product's page, or its barcode. */
export type CodeKind = 'qr' | 'barcode'

// A label of a sheet of 21: 63.5 × 38.1 mm (Avery L7160). Black on white in both themes, as it is printed.
const Root = chakra('li', {
  base: {
    boxSizing: 'border-box',
    width: '63.5mm',
    height: '38.1mm',
    padding: '3mm',
    overflow: 'hidden',
    background: '#ffffff',
    color: '#000000',
    display: 'grid',
    gap: '2mm',
    lineHeight: '1.25',
    fontSize: '8.5pt',
    breakInside: 'avoid',
    '@media screen': { outline: '1px dashed {colors.line}', maxWidth: '100%' },
  },
  variants: {
    kind: {
      qr: { gridTemplateColumns: 'minmax(0, 1fr) 24mm', alignItems: 'center' },
      barcode: { gridTemplateRows: 'auto minmax(0, 1fr)' },
    },
  },
})

const Name = chakra('p', {
  base: { fontWeight: 600, overflow: 'hidden' },
  variants: { lines: { two: { lineClamp: 2 }, one: { lineClamp: 1 } } },
})
const Line = chakra('p', { base: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } })
const Small = chakra('p', {
  base: { fontSize: '7pt', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** The text that the barcode of a unit encodes: its barcode, else its SKU; null when neither can be drawn. */
function barcodeText({ barcode, sku }: Pick<StockUnit, 'barcode' | 'sku'>): string | null {
  return [barcode, sku].find((text) => text && barcodeOf(text)) ?? null
}

export interface LabelProps {
  unit: StockUnit
  kind: CodeKind
  /** The price that shoppers pay, with VAT. */
  pricePence: number
  siteUrl: string
}

/** One label. A unit without a barcode that can be drawn has its QR code instead. */
export function Label({ unit, kind, pricePence, siteUrl }: LabelProps) {
  const text = kind === 'barcode' ? barcodeText(unit) : null
  const chosen = variantName(unit)
  const price = (
    <Line>
      <chakra.span fontWeight={600} fontSize="11pt">
        {formatPence(pricePence)}
      </chakra.span>{' '}
      <chakra.span fontSize="7pt">incl. VAT</chakra.span>
    </Line>
  )
  if (text !== null) {
    return (
      <Root kind="barcode">
        <div>
          <Name lines="one">{unit.name}</Name>
          <chakra.div display="flex" justifyContent="space-between" gap="2mm" alignItems="baseline">
            <Line>{chosen || ' '}</Line>
            {price}
          </chakra.div>
        </div>
        <chakra.div alignSelf="end" display="grid" gap="0.5mm">
          <BarcodeSvg text={text} label={`Barcode ${text} of ${unitName(unit)}`} height="13mm" />
          <Small textAlign="center">
            {text}
            {unit.sku && unit.sku !== text ? ` · ${unit.sku}` : ''}
          </Small>
        </chakra.div>
      </Root>
    )
  }
  return (
    <Root kind="qr">
      <chakra.div display="grid" gap="1mm" minWidth="0">
        <Name lines="two">{unit.name}</Name>
        {chosen && <Line>{chosen}</Line>}
        {price}
        {unit.sku && <Small>{unit.sku}</Small>}
      </chakra.div>
      <QrSvg text={siteUrl + unitPath(unit)} label={`QR code of ${unitName(unit)}`} size="24mm" />
    </Root>
  )
}
