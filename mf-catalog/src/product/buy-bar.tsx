import { priceFigures } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { Button, chakra } from '@shop/ui'
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import type { Selection } from '../options/selection'
import { buyFormId } from './buy-form-id'
import { twoColumns } from './product-frame'

const Bar = chakra('div', {
  base: {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    zIndex: 2,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '1rem',
    paddingInline: 'gutter',
    paddingTop: '.6rem',
    paddingBottom: 'calc(.6rem + env(safe-area-inset-bottom))',
    background: 'bg',
    borderTop: '1px solid {colors.line}',
    animationStyle: 'rise',
    [twoColumns]: { display: 'none' },
    '@media print': { display: 'none' },
  },
})

interface BuyBarProps {
  selection: Selection
  busy: boolean
  /** Given while an option has no choice; called instead of adding. */
  onMissing?: (event: MouseEvent) => void
}

/**
 * The price and "Add to cart" at the bottom of a phone, while the button itself is out of sight. It is for fingers alone:
 * keyboards and screen readers have the button that it doubles.
 */
export function BuyBar({ selection, busy, onMissing }: BuyBarProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null)
  const { primary, suffix } = priceFigures(selection, 'detail', useSettings().pricing)
  // Room below the page's end, and below whatever is scrolled into view, so that the bar covers neither.
  useEffect(() => {
    const height = `${String(bar.current?.offsetHeight ?? 0)}px`
    const { documentElement, body } = document
    documentElement.style.scrollPaddingBottom = height
    body.style.paddingBottom = height
    return () => {
      documentElement.style.scrollPaddingBottom = ''
      body.style.paddingBottom = ''
    }
  }, [])
  return (
    <Bar ref={bar} aria-hidden>
      <chakra.p lineHeight="1.25" fontVariantNumeric="tabular-nums">
        <chakra.b display="block" fontWeight={520}>
          {primary}
        </chakra.b>
        {suffix && (
          <chakra.span textStyle="micro" color="muted">
            {suffix}
          </chakra.span>
        )}
      </chakra.p>
      <Button
        type="submit"
        form={buyFormId}
        tabIndex={-1}
        flex="0 1 14rem"
        busy={busy}
        busyLabel="Adding..."
        onClick={onMissing}
      >
        Add to cart
      </Button>
    </Bar>
  )
}
