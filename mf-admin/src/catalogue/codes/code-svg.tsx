import { chakra } from '@shop/ui'
import { codeColours } from '../../kit/qr'
import { barcodeOf } from './barcode'

// Around the drawing, since width and height of a styled element are styles and not its attributes.
const Frame = chakra('span', {
  base: { display: 'block', '& > svg': { display: 'block', maxWidth: '100%', height: '100%' } },
})

const barHeight = 30

/** A barcode as wide as its container: EAN-13 for a GTIN of 12 or 13 digits, else Code 128; nothing if it has no drawing. */
export function BarcodeSvg({ text, label, height }: { text: string; label: string; height: string }) {
  const barcode = barcodeOf(text)
  if (!barcode) return null
  const { modules, left, right } = barcode
  const width = left + modules.length + right
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ index, 0: bar }) => `M${left + index} 0h${bar.length}v${barHeight}h-${bar.length}z`,
  )
  return (
    <Frame height={height}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${barHeight}`}
        width="100%"
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
      >
        <path fill={codeColours.ground} d={`M0 0h${width}v${barHeight}H0z`} />
        <path fill={codeColours.ink} d={bars.join('')} />
      </svg>
    </Frame>
  )
}
