import { counted } from '@shop/pricing'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { Box, Button, EmptyState, LinkButton, PageHeader, Text, Wrap } from '@shop/ui'
import { useWishlist } from '@shop/wishlist'
import { useRef } from 'react'
import { AddOne } from '../cart/add-one'
import { LoadError } from '../load-error/load-error'
import type { CardProduct } from '../product-card/card-product'
import { ProductCard, ProductGrid, ProductGridSkeleton } from '../product-card/product-card'
import { wishlistProductsQuery } from './list-wishlist-products'

/** The wishlist: stored in the browser for a guest, in the account for a customer. */
export function Component() {
  const wishlist = useWishlist()
  const { ids, status } = wishlist
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, isError, isFetching, refetch } = useAppQuery(
    status === 'ready' ? wishlistProductsQuery(ids) : null,
    {
      keepPrevious: true,
    },
  )
  const failed = status === 'error' || isError
  const again = () => {
    void (status === 'error' ? wishlist.refetch() : refetch())
  }
  const byId = new Map(data?.map((product) => [product.id, product]))
  const shown = ids.flatMap((id) => byId.get(id) ?? [])
  const unavailable = data && !isFetching ? ids.filter((id) => !byId.has(id)) : []
  return (
    <Wrap paddingBottom="clamp(3rem, 7vw, 6rem)">
      <PageHead title="Wishlist" description="Pieces you’ve saved." noindex />
      <PageHeader
        title="Wishlist"
        headingRef={heading}
        aside={<div role="status">{data && ids.length > 0 ? wishlistCountText(shown.length) : ''}</div>}
      />
      {failed && <LoadError what="Your wishlist" onRetry={again} retrying={isFetching} />}
      {!failed && (status === 'loading' || !data) && <ProductGridSkeleton count={3} />}
      {!failed && data && ids.length === 0 && (
        <EmptyState
          title="Your wishlist is empty"
          text="Tap the heart on a product to save it."
          action={
            <LinkButton to="/products" variant="quiet">
              Shop All
            </LinkButton>
          }
        />
      )}
      {!failed && data && <WishlistGrid products={shown} onEmptied={() => heading.current?.focus()} />}
      {!failed && unavailable.length > 0 && (
        <UnavailableItems ids={unavailable} onCleared={() => heading.current?.focus()} />
      )}
    </Wrap>
  )
}

function wishlistCountText(count: number): string {
  return counted(count, 'product')
}

/** @param onEmptied called when the last card is removed, to move the focus */
function WishlistGrid({ products, onEmptied }: { products: readonly CardProduct[]; onEmptied: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  const leave = (index: number) => {
    const items = list.current?.children
    const next = items?.[index + 1] ?? items?.[index - 1]
    const link = next?.querySelector<HTMLElement>('a')
    if (link) link.focus()
    else onEmptied()
  }
  return (
    <ProductGrid ref={list}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          surface="listing"
          priority={index < 3}
          onRemove={() => {
            leave(index)
          }}
          foot={<AddOne product={product} />}
        />
      ))}
    </ProductGrid>
  )
}

/** The number of products that are no longer sold, with a button to remove them. */
function UnavailableItems({ ids, onCleared }: { ids: readonly string[]; onCleared: () => void }) {
  const { remove } = useWishlist()
  const clear = () => {
    onCleared()
    for (const id of ids)
      remove(id).catch((error: unknown) => {
        console.error(error)
      })
  }
  return (
    <Box
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap=".5rem 1.5rem"
      marginTop="2.5rem"
      paddingTop="1.25rem"
      borderTop="1px solid {colors.line}"
    >
      <Text color="muted">
        {ids.length === 1
          ? 'One piece on your list is no longer available.'
          : `${String(ids.length)} pieces on your list are no longer available.`}
      </Text>
      <Button variant="text" onClick={clear}>
        {ids.length === 1 ? 'Remove it from the list' : 'Remove them from the list'}
      </Button>
    </Box>
  )
}
