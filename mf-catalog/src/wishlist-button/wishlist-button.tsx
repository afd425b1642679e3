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
    '&:hover': { background: 'sunken' },
    '&[aria-pressed=true] svg': { fill: 'currentColor' },
    // Without scripts there is no wishlist.
    '@media (scripting: none)': { display: 'none' },
  },
  variants: {
    // Beside a button, as tall as it is.
    framed: {
      true: {
        width: '48px',
        height: '48px',
        border: '1px solid {colors.lineStrong}',
        borderRadius: 'control',
        '&:hover': { borderColor: 'ink', background: 'surface' },
      },
    },
    // Above the card's link and legible on any picture: a disc of 36 px in a target of 44 px.
    onCard: {
      true: {
        position: 'absolute',
        zIndex: 1,
        top: '0',
        insetInlineEnd: '0',
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
  /** With a border, beside a button. */
  framed?: boolean
  /** Called before the product is added or removed. @param isListed before the press */
  onPress?: (isListed: boolean) => void
}

/** Adds a product to the wishlist or removes it. Unpressed until the wishlist has loaded. */
export function WishlistButton({ product, onCard, framed, onPress }: WishlistButtonProps) {
  const { has } = useWishlist()
  const isListed = has(product.id)
  const toggle = useWishlistToggle()
  const press = () => {
    onPress?.(isListed)
    void toggle(product)
  }
  return (
    <Button
      type="button"
      onCard={onCard}
      framed={framed}
      aria-label={isListed ? `Remove ${product.name} from wishlist` : `Add ${product.name} to wishlist`}
      aria-pressed={isListed}
      onClick={press}
    >
      <Icon as={Heart} />
    </Button>
  )
}
