import type { Surface } from '@shop/pricing'
import { useSearchParams } from '@shop/router'
import { useExternalValue } from '@shop/state'
import { useAppQuery, type AppQuery } from '@shop/supabase'
import { Box, Button, Text, useAnnounce } from '@shop/ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { LoadError } from '../load-error/load-error'
import { pageSize, type ProductsPage } from './card-product'
import { availablePages, serverPages, pagesParam, requestedPages } from './list-pages'
import { ProductCard, CardSkeletons, ProductGrid, ProductGridSkeleton } from './product-card'

interface PagedProductsProps {
  /** The query of a page. @param page from 1 */
  query: (page: number) => AppQuery<ProductsPage>
  surface: Surface
  /** Shown when the list is empty. */
  empty: ReactNode
  sampleReviews?: 24 | 45
  /** Whether a count has reached its cap, so that there may be more. */
  isCapped?: (count: number) => boolean
}

const subscribeNever = () => () => undefined

/** A list of products with "Load more". The number of pages is kept in the URL. */
export function PagedProducts({
  query,
  surface,
  empty,
  sampleReviews,
  isCapped = () => false,
}: PagedProductsProps) {
  const [params, setParams] = useSearchParams()
  const [focusPage, setFocusPage] = useState(0)
  // Hydrates with the pages the server rendered, then shows all the address asks for.
  const requested = useExternalValue(
    subscribeNever,
    () => requestedPages(params),
    () => serverPages(params),
  )
  const first = useAppQuery(query(1))
  if (first.isError) {
    return <LoadError what="The products" onRetry={() => void first.refetch()} retrying={first.isFetching} />
  }
  if (!first.data) return <ProductGridSkeleton count={9} />
  const { products, count } = first.data
  if (products.length === 0) return empty

  const available = availablePages(count)
  const shown = Math.max(1, Math.min(available, requested))
  const more = () => {
    setFocusPage(shown + 1)
    const next = new URLSearchParams(params)
    next.set(pagesParam, String(shown + 1))
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <ProductGrid>
        {products.map((product, index) => (
          <ProductCard key={product.id} {...{ product, surface, sampleReviews }} priority={index < 3} />
        ))}
        {Array.from({ length: shown - 1 }, (_, index) => (
          <FurtherPage
            key={index}
            query={query(index + 2)}
            focused={focusPage === index + 2}
            {...{ surface, sampleReviews }}
          />
        ))}
      </ProductGrid>
      {available > 1 && (
        <Box display="grid" justifyItems="center" gap="1rem" paddingTop="clamp(2.5rem, 5vw, 4.5rem)">
          <Text color="muted" textStyle="small">
            {`Showing ${String(Math.min(count, shown * pageSize))} of ${String(count)}${isCapped(count) ? ' or more' : ''}`}
            {shown === available &&
              (isCapped(count) || count > shown * pageSize) &&
              '. Narrow the list to see the others.'}
          </Text>
          {shown < available && (
            <Button variant="quiet" onClick={more}>
              Load more
            </Button>
          )}
        </Box>
      )}
    </>
  )
}

interface FurtherPageProps extends Pick<PagedProductsProps, 'surface' | 'sampleReviews'> {
  query: AppQuery<ProductsPage>
  /** Just requested: its first product receives the focus and its arrival is announced. */
  focused: boolean
}

function FurtherPage({ query, focused, surface, sampleReviews }: FurtherPageProps) {
  const { data, isError, isFetching, refetch } = useAppQuery(query)
  const announce = useAnnounce()
  const start = useRef<HTMLLIElement>(null)
  const loaded = data?.products.length
  useEffect(() => {
    if (!focused || !loaded) return
    start.current?.nextElementSibling?.querySelector('a')?.focus({ preventScroll: true })
    announce(`${String(loaded)} more products`)
  }, [focused, loaded, announce])
  if (isError) {
    return (
      <Box as="li" gridColumn="1 / -1">
        <LoadError what="More products" onRetry={() => void refetch()} retrying={isFetching} />
      </Box>
    )
  }
  if (!data) return <CardSkeletons count={3} />
  return (
    <>
      <li ref={start} hidden />
      {data.products.map((product) => (
        <ProductCard key={product.id} {...{ product, surface, sampleReviews }} />
      ))}
    </>
  )
}
