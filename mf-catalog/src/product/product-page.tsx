import { useParams } from '@shop/router'
import { PageHead, StructuredData, useSettings } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { useRef, useState } from 'react'
import { Box, EmptyState, Heading, LinkButton, Stack, Text, Wrap } from '@shop/ui'
import { LoadError } from '../load-error/load-error'
import { isSlugRedirect, RedirectToSlug } from '../slug-redirect/slug-redirect'
import { RecentlyViewed } from '../recent/recently-viewed'
import { RatingLink } from '../reviews/rating-link'
import { Reviews } from '../reviews/reviews'
import { OptionForm } from '../options/option-form'
import { useSelection } from '../options/use-selection'
import { optionSlug } from '@shop/pricing'
import { AddToCart } from './add-to-cart'
import { BackInStock } from './back-in-stock'
import { Companions, Siblings } from './related-products'
import { DeliveryNote } from './delivery-note'
import { Gallery } from './gallery/gallery'
import { ProductDetails } from './product-details'
import { Later, ProductFrame, ProductText } from './product-frame'
import { productSchema } from './product-schema'
import { ProductPrices } from './product-prices'
import { ProductSkeleton } from './product-skeleton'
import { productQuery, type Product } from './read-product'
import { StockBadge } from './stock-badge'

/** The page of a product. */
export function Component() {
  const { productSlug = '' } = useParams()
  const { data, isError, isFetching, refetch } = useAppQuery(productQuery(productSlug))
  if (isError) {
    return (
      <Wrap>
        <PageHead title="Products" description="This product could not be loaded." noindex />
        <LoadError what="This product" onRetry={() => void refetch()} retrying={isFetching} level={1} />
      </Wrap>
    )
  }
  if (data === undefined) return <ProductSkeleton />
  if (data === null) return <ProductNotFound />
  if (isSlugRedirect(data)) return <RedirectToSlug moved={data} list="/products" />
  return <ProductView key={data.id} product={data} />
}

function ProductView({ product }: { product: Product }) {
  const settings = useSettings()
  const { selection, choose } = useSelection(product)
  const optionForm = useRef<HTMLFormElement>(null)
  const [isChoiceRequired, setChoiceRequired] = useState(false)
  const requireChoice = () => {
    const name = optionSlug(product.options[selection.missing]?.name ?? '')
    setChoiceRequired(true)
    optionForm.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus()
  }
  const hasOptions = product.variants.length > 0
  const { images, stock, sku, variant } = selection
  const { name, shortDescription, description, category, collection, seoTitle, seoDescription } = product
  return (
    <>
      <Wrap>
        <PageHead
          title={seoTitle || name}
          description={seoDescription || shortDescription || description || name}
          keywords={[name, collection, category?.name ?? ''].filter(Boolean)}
        />
        <StructuredData data={productSchema(product, settings)} />
        <ProductFrame>
          <Gallery key={variant?.image ?? ''} name={name} images={images} faded={stock <= 0} />
          <ProductText>
            <Stack gap=".5rem">
              <Heading level={1}>{name}</Heading>
              {product.ratingRow?.reviews ? <RatingLink row={product.ratingRow} /> : null}
            </Stack>
            {shortDescription && (
              <Later>
                <Text textStyle="lead" color="inkSoft">
                  {shortDescription}
                </Text>
              </Later>
            )}
            <Stack gap=".75rem" alignItems="start" aria-live={hasOptions ? 'polite' : undefined}>
              <ProductPrices selection={selection} />
              <StockBadge stock={stock} />
            </Stack>
            {hasOptions && (
              <OptionForm
                ref={optionForm}
                product={product}
                choice={selection.choice}
                onChoose={choose}
                invalid={isChoiceRequired ? selection.missing : -1}
              />
            )}
            <AddToCart product={product} selection={selection} onMissing={requireChoice} />
            {stock <= 0 && hasOptions === product.options.length > 0 && (
              <BackInStock key={variant?.id} product={product} selection={selection} />
            )}
            <Later>
              <DeliveryNote inStock={stock > 0} />
              <ProductDetails product={product} />
              {sku && (
                <Text textStyle="micro" color="muted">
                  SKU {sku}
                </Text>
              )}
            </Later>
          </ProductText>
        </ProductFrame>
      </Wrap>
      {product.ratingRow?.reviews ? (
        <Reviews productId={product.id} row={product.ratingRow} newest={product.reviewRows} />
      ) : null}
      <Companions productId={product.id} />
      {category && <Siblings productId={product.id} category={category} />}
      <RecentlyViewed current={product.id} />
    </>
  )
}

function ProductNotFound() {
  return (
    <Wrap>
      <Box paddingBlock="12">
        <PageHead title="Product Not Found" description="We can’t find that product." noindex />
        <EmptyState
          level={1}
          title="Product Not Found"
          text="We can’t find that product. It may no longer be available."
          action={
            <LinkButton to="/products" variant="quiet">
              Back to products
            </LinkButton>
          }
        />
      </Box>
    </Wrap>
  )
}
