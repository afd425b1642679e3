import { chakra, IconButton } from '@shop/ui'
import Search from 'lucide-react/icons/search'

/** Id of the search that browsers open by themselves. */
export const searchPopoverId = 'search'

const Line = chakra(
  'form',
  {
    base: {
      '&:popover-open': {
        position: 'fixed',
        inset: '0 0 auto',
        display: 'flex',
        alignItems: 'center',
        gap: '.5rem',
        width: '100%',
        margin: '0',
        border: '0',
        paddingBlock: '.75rem',
        paddingInline: 'gutter',
        background: 'raised',
        color: 'ink',
        boxShadow: '3',
      },
      '&::backdrop': { background: 'scrim' },
      '& > input': {
        flex: '1',
        minWidth: '0',
        height: '48px',
        paddingInline: '.9rem',
        border: '1px solid {colors.lineStrong}',
        borderRadius: 'control',
        background: 'none',
        fontSize: '1rem',
      },
    },
  },
  { forwardProps: ['popover'] },
)

/** A field for the words, opened by the browser where the shop's scripts are not there, or not yet. */
export function SearchPopover() {
  return (
    <Line id={searchPopoverId} popover="auto" role="search" aria-label="Search" action="/search">
      <input
        name="q"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label="Search products"
        placeholder="Silk, candle, pebble"
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <IconButton type="submit" label="Search" icon={Search} />
    </Line>
  )
}
