import { priceFigures, type Surface } from '@shop/pricing'
import { Link } from '@shop/router'
import { useSettings } from '@shop/settings'
import { Badge, Box, chakra, Heading, Loading, Picture, PriceBlock, Skeleton, Stack, Text } from '@shop/ui'
import type { ReactNode } from 'react'
import { stockLevel } from '../stock/stock-level'
import { WishlistButton } from '../wishlist-button/wishlist-button'
import { optionCounts } from '../options/product-options'
import type { CardProduct } from './card-product'

/** Aspect ratio of a card's picture; a grid may override it by the custom property. */
const cardRatio = 'var(--card-ratio, 4 / 5)'

export const Card = chakra('li', {
  base: {
    position: 'relative',
    display: 'grid',
    gap: '1rem',
    alignContent: 'start',
    minWidth: '0',
    '& img': { transition: 'transform {durations.image} {easings.calm}' },
    '&:hover img': { transform: 'scale(1.025)', _motionReduce: { transform: 'none' } },
    '&:hover a': {
      textDecoration: 'underline',
      textDecorationThickness: '1px',
      textDecorationColor: '{colors.brass}',
      textUnderlineOffset: '.25em',
    },
    // The link covers the whole card, which shows its focus ring.
    '& a::after': { content: '""', position: 'absolute', inset: '0' },
    '& a:focus-visible': { outline: 'none' },
    '& a:focus-visible::after': {
      outline: '2px solid {colors.focus}',
      outlineOffset: '4px',
      borderRadius: 'image',
    },
  },
})

const CardText = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: '1fr auto' },
    gap: '.15rem 1rem',
    alignContent: 'start',
  },
  variants: {
    /** Beside the price line of some pages there is no room for the texts. */
    stacked: { true: { gridTemplateColumns: '1fr' } },
  },
})

const besideTheTexts = {
  gridColumn: { base: '1', md: '2' },
  gridRow: { base: 'auto', md: '1 / 3' },
  textAlign: { base: 'start', md: 'end' },
  marginTop: { base: '.3rem', md: '0' },
} as const

export interface ProductCardProps {
  product: CardProduct
  /** Which of the prices the surrounding page shows. */
  surface: Surface
  /** As in `<img sizes>`. */
  sizes?: string
  /** Above the fold. */
  priority?: boolean
  level?: 2 | 3
  /** The sample review count (`docs/specification/storefront.md`, section 2), shown only where the shop says that it is a sample. */
  sampleReviews?: 24 | 45
  /** Shown below the text. */
  foot?: ReactNode
  /** Called just before the product is removed from the wishlist. */
  onRemove?: () => void
}

/** A product in a grid: picture, name, price with VAT, and a badge when stock is low or out. */
export function ProductCard(props: ProductCardProps) {
  const { foot } = props
  return (
    // Aligns the footers of the cards in a row.
    <Card {...(foot !== undefined && { alignContent: 'stretch', gridTemplateRows: 'auto 1fr' })}>
      <CardContent {...props} />
    </Card>
  )
}

function CardContent({
  product,
  surface,
  sizes = '(min-width: 900px) 30vw, 46vw',
  priority,
  level = 2,
  sampleReviews,
  foot,
  onRemove,
}: ProductCardProps) {
  const { pricing, stock, reviews } = useSettings()
  const remaining = stockLevel(product.stock, stock.lowMax)
  const counts = optionCounts(product.options)
  const isStacked = surface === 'category' || surface === 'detail'
  return (
    <>
      <Box position="relative" minWidth="0">
        <Picture
          src={product.image}
          alt={product.imageAlt}
          sizes={sizes}
          ratio={cardRatio}
          priority={priority}
          faded={remaining === 'out'}
        />
        {/* On a phone the card is too narrow for the badge beside the wishlist button. */}
        {remaining !== 'normal' && (
          <Box
            position="absolute"
            top={{ md: '.75rem' }}
            bottom={{ base: '.5rem', md: 'auto' }}
            insetInlineStart={{ base: '.5rem', md: '.75rem' }}
          >
            {remaining === 'out' ? (
              <Badge status="neutral">Sold Out</Badge>
            ) : (
              <Badge status="warning">Low Stock</Badge>
            )}
          </Box>
        )}
      </Box>
      <CardText stacked={isStacked}>
        <Heading level={level} look="h3">
          <Link to={`/products/${product.slug}${product.query ?? ''}`}>{product.name}</Link>
        </Heading>
        <Text gridColumn="1" color="muted" textStyle="small" lineHeight={1.45}>
          {product.shortDescription}
          {counts && <chakra.span display="block">{counts}</chakra.span>}
          {reviews.placeholder && sampleReviews && (
            <chakra.span
              display="block"
              textStyle="micro"
            >{`Rated 4.8 (${String(sampleReviews)} sample reviews)`}</chakra.span>
          )}
        </Text>
        <PriceBlock
          {...priceFigures(product, surface, pricing)}
          {...(isStacked ? { marginTop: '.3rem' } : besideTheTexts)}
        />
      </CardText>
      <WishlistButton
        product={product}
        onCard
        onPress={(isListed) => {
          if (isListed) onRemove?.()
        }}
      />
      {foot}
    </>
  )
}

/** Product cards: two to a row on a phone, three on a desktop. */
export const ProductGrid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    gap: 'clamp(2.25rem, 4vw, 4.5rem) clamp(1rem, 2vw, 2rem)',
    listStyle: 'none',
  },
  variants: {
    /** Where two stand in a row, the last of an odd number lies on its side and fills its own. */
    even: {
      true: {
        '& > li:last-child:nth-child(odd):not(:first-child)': {
          gridColumn: { base: '1 / -1', lg: 'auto' },
          gridTemplateColumns: { base: 'subgrid', lg: 'none' },
          alignItems: { base: 'center', lg: 'normal' },
        },
      },
    },
    /** Three products: where two stand in a row, the first takes one of its own. */
    featured: {
      true: {
        '& > li:first-child': {
          gridColumn: { base: '1 / -1', lg: 'auto' },
          '--card-ratio': { base: '5 / 4', md: '16 / 9', lg: '4 / 5' },
        },
      },
    },
  },
})

/** Placeholders of loading cards. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <Card key={index} aria-hidden>
      <Skeleton aspectRatio={cardRatio} />
      <CardText>
        <Stack gap=".35rem">
          <Skeleton height="1.4rem" width="80%" />
          <Skeleton height="1.1rem" width="95%" />
        </Stack>
        <Skeleton height="2.4rem" width="5.5rem" />
      </CardText>
    </Card>
  ))
}

/** Placeholder of a loading grid. */
export function ProductGridSkeleton({ count, featured }: { count: number; featured?: boolean }) {
  return (
    <Loading label="Loading products">
      <ProductGrid featured={featured}>
        <CardSkeletons count={count} />
      </ProductGrid>
    </Loading>
  )
}
