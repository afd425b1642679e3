import { ProductGridSkeleton } from '../product-card/product-card'
import { useParams, useSearchParams } from '@shop/router'
import { PageHead, StructuredData } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  Box,
  chakra,
  EmptyState,
  Heading,
  LinkButton,
  Loading,
  Picture,
  Skeleton,
  Stack,
  Text,
  Wrap,
} from '@shop/ui'
import { LoadError } from '../load-error/load-error'
import { isSlugRedirect, RedirectToSlug } from '../slug-redirect/slug-redirect'
import { PagedProducts } from '../product-card/paged-products'
import { isCapped, ListCount } from '../products/list-count'
import { ListTools } from '../products/list-tools'
import { filterPath, hasFilters } from '../products/filter-path'
import { categoryListing, readListingFilter } from '../products/product-filter'
import { categoryListQuery } from './list-category-products'
import { categoryQuery, type CategoryOfPage } from './read-category'

const Header = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', lg: '5fr 7fr' },
    gap: '1.5rem clamp(2rem, 5vw, 5.5rem)',
    alignItems: 'end',
    marginBottom: 'clamp(2.25rem, 4vw, 4rem)',
  },
})

const coverRatio = '21 / 9'

/** A category: description, picture and products. */
export function Component() {
  const { categorySlug = '' } = useParams()
  const { data, isError, isFetching, refetch } = useAppQuery(categoryQuery(categorySlug))
  if (isError) {
    return (
      <Wrap>
        <PageHead title="Categories" description="This category could not be loaded." noindex />
        <LoadError what="This category" onRetry={() => void refetch()} retrying={isFetching} level={1} />
      </Wrap>
    )
  }
  if (data === undefined) return <CategorySkeleton />
  if (data === null) return <CategoryNotFound />
  if (isSlugRedirect(data)) return <RedirectToSlug moved={data} list="/categories" />
  return <CategoryView category={data} />
}

function CategoryView({ category }: { category: CategoryOfPage }) {
  const { slug, name, description, image, imageAlt } = category
  const [params] = useSearchParams()
  const listing = categoryListing(slug)
  const filter = readListingFilter(listing, params)
  const { path } = listing
  const filtered = filterPath(filter, listing)
  return (
    <Wrap>
      <PageHead
        title={category.seoTitle || name}
        description={category.seoDescription || description || name}
        keywords={[name]}
        noindex={filtered !== path}
      />
      <StructuredData data={{ '@type': 'CollectionPage', name, description, url: path }} />
      <Header>
        <Stack gap=".9rem">
          <Heading level={1}>{name}</Heading>
          {description && (
            <Text textStyle="lead" color="inkSoft" maxWidth="40ch">
              {description}
            </Text>
          )}
        </Stack>
        <Picture
          src={image}
          alt={imageAlt}
          ratio={coverRatio}
          masterWidth={1800}
          sizes="(min-width: 900px) 56vw, 92vw"
          priority
        />
      </Header>
      <Box color="muted" textStyle="small" marginBottom="1.25rem">
        <ListCount first={categoryListQuery(slug, 1, filter)} filter={filter} />
      </Box>
      <ListTools {...{ filter, listing }} first={categoryListQuery(slug, 1, filter)} />
      <PagedProducts
        key={filtered}
        query={(page) => categoryListQuery(slug, page, filter)}
        isCapped={isCapped(filter)}
        surface="category"
        sampleReviews={45}
        empty={
          hasFilters(filter) ? (
            <EmptyState
              title="No products available"
              text="No pieces in this category match these filters."
              action={
                <LinkButton to={path} variant="quiet">
                  Clear filters
                </LinkButton>
              }
            />
          ) : (
            <EmptyState
              title="No Products Yet"
              text="New pieces are on the way."
              action={
                <LinkButton to="/products" variant="quiet">
                  Shop All
                </LinkButton>
              }
            />
          )
        }
      />
    </Wrap>
  )
}

function CategorySkeleton() {
  return (
    <Wrap>
      <Loading label="Loading category">
        <Header>
          <Stack gap=".9rem">
            <Skeleton height="3rem" width="70%" />
            <Skeleton height="3.6rem" />
          </Stack>
          <Skeleton aspectRatio={coverRatio} />
        </Header>
      </Loading>
      <ProductGridSkeleton count={9} />
    </Wrap>
  )
}

function CategoryNotFound() {
  return (
    <Wrap>
      <Box paddingBlock="12">
        <PageHead title="Category Not Found" description="We can’t find that category." noindex />
        <EmptyState
          level={1}
          title="Category Not Found"
          text="We can’t find that category. It may no longer be available."
          action={
            <LinkButton to="/categories" variant="quiet">
              Back to categories
            </LinkButton>
          }
        />
      </Box>
    </Wrap>
  )
}
