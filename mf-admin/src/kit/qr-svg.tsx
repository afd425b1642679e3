import { chakra } from '@shop/ui'
import { codeColours, qrPath } from './qr'

// Around the drawing, since width and height of a styled element are styles and not its attributes.
const Frame = chakra('span', {
  base: { display: 'block', '& > svg': { display: 'block', maxWidth: '100%', height: 'auto' } },
})

/** A QR code with its quiet zone, dark on white. */
export function QrSvg({ text, label, size }: { text: string; label: string; size: number | string }) {
  const { path, side } = qrPath(text)
  return (
    <Frame>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${side} ${side}`}
        width={size}
        height={size}
        shapeRendering="crispEdges"
      >
        <path fill={codeColours.ground} d={`M0 0h${side}v${side}H0z`} />
        <path fill={codeColours.ink} d={path} />
      </svg>
    </Frame>
  )
}
