import { formatPence, type Pence } from '@shop/pricing'
import { Box, chakra, Icon } from '@shop/ui'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, type ReactNode } from 'react'

const Fold = chakra('button', {
  base: {
    display: 'flex',
    width: '100%',
    minHeight: '56px',
    alignItems: 'center',
    gap: '.5rem',
    paddingInline: '1.25rem',
    background: 'surface',
    borderRadius: 'panel',
    boxShadow: { _dark: 'inset 0 0 0 1px {colors.line}' },
    textStyle: 'control',
    textAlign: 'start',
    cursor: 'pointer',
    '& svg': { transition: 'transform {durations.quick} {easings.calm}' },
    '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
  },
})

interface FoldingSummaryProps {
  /** What is to pay, shown while the summary is folded. */
  duePence: Pence
  open: boolean
  onToggle: (open: boolean) => void
  children: ReactNode
}

/** A summary that stands open beside a form, and on a phone folds up above it to its total. */
export function FoldingSummary({ duePence, open, onToggle, children }: FoldingSummaryProps) {
  const panel = useId()
  return (
    <Box>
      <chakra.h2
        display={{ base: 'block', lg: 'none' }}
        css={{ '@media (scripting: none)': { display: 'none' } }}
      >
        <Fold
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => {
            onToggle(!open)
          }}
        >
          Order summary
          <Icon as={ChevronDown} size="s" />{' '}
          <chakra.span marginInlineStart="auto" fontVariantNumeric="tabular-nums">
            {formatPence(duePence)}
          </chakra.span>
        </Fold>
      </chakra.h2>
      <Box
        id={panel}
        display={{ base: open ? 'block' : 'none', lg: 'block' }}
        marginTop={{ base: '.5rem', lg: '0' }}
        css={{
          // What unfolds it has its title.
          '& > section > h2': { display: { base: 'none', lg: 'block' } },
          '@media (scripting: none)': { display: 'block', '& > section > h2': { display: 'block' } },
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
