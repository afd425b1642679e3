import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, LinkButton, PageHeader, Text, Wrap } from '@shop/ui'
import { PagedProducts } from '../product-card/paged-products'
import { RecentlyViewed } from '../recent/recently-viewed'
import { SearchForm } from './search-form'
import { maxMatches, searchQuery, searchTerm } from './search-products'

/** Searches products. The term is kept in the URL but out of the title, and the page is noindex. */
export function Component() {
  const [params] = useSearchParams()
  const term = searchTerm(params.get('q'))
  return (
    <>
      <Wrap>
        <PageHead
          title="Search"
          description="Find an object of the house by its name, material or kind."
          noindex
        />
        <PageHeader title="Search" aside={<MatchCount term={term} />} />
        <SearchForm term={term} />
        {term === '' ? (
          <Text color="muted">Search by name, material or kind. Small slips of the pen are understood.</Text>
        ) : (
          <PagedProducts
            key={term}
            query={(page) => searchQuery(term, page)}
            surface="listing"
            sampleReviews={24}
            empty={
              <EmptyState
                title="No products found"
                text={`Nothing answers to “${term}”. Try fewer or other words.`}
                action={
                  <LinkButton to="/products" variant="quiet">
                    Shop All
                  </LinkButton>
                }
              />
            }
          />
        )}
      </Wrap>
      {term === '' && <RecentlyViewed reserved />}
    </>
  )
}

/** The number of matches, announced when it changes. */
function MatchCount({ term }: { term: string }) {
  const { data, isError } = useAppQuery(term ? searchQuery(term, 1) : null)
  return (
    <Text role="status" minHeight="1.6rem" overflowWrap="anywhere">
      {data && !isError && term ? `${matchCountText(data.count)} for “${term}”` : ''}
    </Text>
  )
}

function matchCountText(count: number): string {
  if (count >= maxMatches) return `The ${String(maxMatches)} best matches`
  return count === 1 ? '1 product' : `${String(count)} products`
}
