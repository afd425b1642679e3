import { chakra, Icon } from '@shop/ui'
import { useWishlist } from '@shop/wishlist'
import Heart from 'lucide-react/icons/heart'
import { useWishlistToggle } from './use-wishlist-toggle'

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
    // Aligns the icon, not its target, with the text below.
    marginInlineEnd: '-12px',
    '&:hover': { background: 'sunken' },
    // Without scripts there is no wishlist.
    '@media (scripting: none)': { display: 'none' },
  },
  variants: {
    // Above the card's link and legible on any picture: a disc of 36 px in a target of 44 px.
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

interface WishlistButtonProps {
  product: { id: string; name: string }
  /** In the corner of a product card. */
  onCard?: boolean
  /** Called before the product is added or removed. @param isListed before the press */
  onPress?: (isListed: boolean) => void
}

/** Adds a product to the wishlist or removes it. Unpressed until the wishlist has loaded. */
export function WishlistButton({ product, onCard, onPress }: WishlistButtonProps) {
  const isListed = useWishlist().has(product.id)
  const toggle = useWishlistToggle()
  const press = () => {
    onPress?.(isListed)
    void toggle(product)
  }
  return (
    <Button
      type="button"
      onCard={onCard}
      aria-label={isListed ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      aria-pressed={isListed}
      onClick={press}
    >
      <Icon as={Heart} filled={isListed} />
    </Button>
  )
}
