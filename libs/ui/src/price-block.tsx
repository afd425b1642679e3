import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from './style-engine/factory'
import type { ReactNode } from 'react'

const Root = chakra('p', {
  base: { display: 'grid', gap: '.1rem', lineHeight: 1.3, alignContent: 'start', alignSelf: 'start' },
})

export interface PriceBlockProps extends Omit<HTMLChakraProps<'p'>, 'children'> {
  /** The price of this surface, as specified. */
  primary: ReactNode
  /** Previous price, struck through; only where the law allows it. */
  was?: string
  /** Below the price, usually "£x incl. VAT". */
  secondary?: ReactNode
  /** Below that: the unit price or the basket price. */
  note?: ReactNode
  size?: 'md' | 'lg'
}

/** A price and, below it, the price with VAT. */
export function PriceBlock({ primary, was, secondary, note, size = 'md', ...rest }: PriceBlockProps) {
  return (
    <Root {...rest}>
      <span>
        <chakra.span
          fontVariantNumeric="tabular-nums"
          {...(size === 'lg' ? { textStyle: 'figure' } : { fontWeight: 520 })}
        >
          {primary}
        </chakra.span>
        {/* Next to the price without VAT, with which it compares. */}
        {was !== undefined && (
          <chakra.span
            textStyle="micro"
            color="muted"
            fontVariantNumeric="tabular-nums"
            whiteSpace="nowrap"
            marginInlineStart=".4em"
          >
            {' Was '}
            <s>{was}</s>
          </chakra.span>
        )}
      </span>
      {secondary !== undefined && (
        <chakra.span textStyle="micro" color="muted" fontVariantNumeric="tabular-nums">
          {secondary}
        </chakra.span>
      )}
      {note !== undefined && (
        <chakra.span textStyle="micro" color="muted" fontVariantNumeric="tabular-nums">
          {note}
        </chakra.span>
      )}
    </Root>
  )
}

/** The basket price on the detail page: a second labelled line with a brass edge, never shown as a saving. */
export const BasketLine = chakra('p', {
  base: { borderInlineStart: '1px solid {colors.brass}', paddingInlineStart: '1rem', textStyle: 'small' },
})
