import { chakra, Icon } from '@shop/ui'
import { useWishlist } from '@shop/wishlist'
import Heart from 'lucide-react/icons/heart'
import { useWishToggle } from './use-wish-toggle'

const Button = chakra('button', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    width: '44px',
    height: '44px',
    color: 'ink',
    cursor: 'pointer',
    borderRadius: 'full',
    // The drawing ends where the words beneath it do.
    marginInlineEnd: '-12px',
    '&:hover': { background: 'sunken' },
    // Without scripts there is no list to put anything on.
    '@media (scripting: none)': { display: 'none' },
  },
  variants: {
    // Over the card's link, and legible on any picture: a disc of 36 px in a target of 44.
    onCard: {
      true: {
        position: 'absolute',
        zIndex: 1,
        top: '0',
        insetInlineEnd: '0',
        marginInlineEnd: '0',
        '&:hover': { background: 'none' },
        '&::before': {
          content: '""',
          position: 'absolute',
          inset: '4px',
          borderRadius: 'full',
          background: 'raised',
          opacity: 0.9,
        },
        '&:hover::before': { opacity: 1 },
        '& svg': { position: 'relative' },
      },
    },
  },
})

interface HeartButtonProps {
  product: { id: string; name: string }
  /** In the corner of a product's card. */
  onCard?: boolean
  /** What happens before the product is put on the list or taken off. */
  onPress?: (wished: boolean) => void
}

/** Puts a product on the wishlist, or takes it off. Unpressed until the visitor's list is known. */
export function HeartButton({ product, onCard, onPress }: HeartButtonProps) {
  const wished = useWishlist().has(product.id)
  const toggle = useWishToggle()
  const press = () => {
    onPress?.(wished)
    void toggle(product)
  }
  return (
    <Button
      type="button"
      onCard={onCard}
      aria-label={wished ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      aria-pressed={wished}
      onClick={press}
    >
      <Icon as={Heart} filled={wished} />
    </Button>
  )
}
