import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { Amounts } from './amounts'
import { chakra } from '@chakra-ui/react/styled-system'

const Root = chakra('p', {
  base: { display: 'grid', gap: '.1rem', lineHeight: 1.3, alignContent: 'start', alignSelf: 'start' },
})

const Small = chakra('span', { base: { textStyle: 'micro', color: 'muted' } })

export interface PriceBlockProps extends Omit<HTMLChakraProps<'p'>, 'children'> {
  /** The large figure. */
  primary: string
  /** The note beside it: "incl. VAT". */
  suffix?: string | undefined
  /** Previous price, struck through; only where the law allows it. */
  was?: string | undefined
  /** Small lines beneath, with the other figures. */
  notes?: readonly string[]
  size?: 'md' | 'lg'
}

/** A price: one large figure, the others in small print beneath. `priceFigures` and `lineFigures` say which. */
export function PriceBlock({ primary, suffix, was, notes = [], size = 'md', ...rest }: PriceBlockProps) {
  return (
    <Root {...rest}>
      <span>
        <chakra.span
          fontVariantNumeric="tabular-nums"
          {...(size === 'lg' ? { textStyle: 'figure' } : { fontWeight: 520 })}
        >
          {primary}
        </chakra.span>
        {suffix !== undefined && <Small whiteSpace="nowrap">{` ${suffix}`}</Small>}
        {was !== undefined && (
          <Small fontVariantNumeric="tabular-nums" whiteSpace="nowrap" marginInlineStart=".4em">
            {' Was '}
            <s>{was}</s>
          </Small>
        )}
      </span>
      {notes.map((note) => (
        <Small key={note}>
          <Amounts text={note} />
        </Small>
      ))}
    </Root>
  )
}
