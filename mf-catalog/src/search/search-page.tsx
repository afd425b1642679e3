import { counted } from '@shop/pricing'
import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, LinkButton, PageHeader, Text, Wrap } from '@shop/ui'
import { PagedProducts } from '../product-card/paged-products'
import { RecentlyViewed } from '../recent/recently-viewed'
import { NoResultsSuggestions } from './no-results-suggestions'
import { PlaceList } from './place-list'
import { SearchForm } from './search-form'
import { placesQuery } from './search-places'
import { maxMatches, searchQuery, searchTerm } from './search-products'

/** Searches products, categories and pages. The term is kept in the URL but out of the title, and the page is noindex. */
export function Component() {
  const [params] = useSearchParams()
  const term = searchTerm(params.get('q'))
  return (
    <>
      <Wrap>
        <PageHead title="Search" description="Find a piece by its name, material or type." noindex />
        <PageHeader title="Search" aside={<MatchCount term={term} />} />
        <SearchForm term={term} />
        {term === '' ? (
          <Text color="muted">Search by name, material or type. Don&apos;t worry about spelling.</Text>
        ) : (
          <>
            <PlaceList key={term} term={term} />
            <PagedProducts
              key={term}
              query={(page) => searchQuery(term, page)}
              surface="listing"
              sampleReviews={24}
              empty={<NothingFound term={term} />}
            />
          </>
        )}
      </Wrap>
      {term !== '' && <NoResultsSuggestions term={term} />}
      {term === '' && <RecentlyViewed reserved />}
    </>
  )
}

/** Unless a page or a category is what was looked for. */
function NothingFound({ term }: { term: string }) {
  const { data = [] } = useAppQuery(placesQuery(term))
  if (data.length > 0) return null
  return (
    <EmptyState
      title="No products found"
      text={`We couldn’t find anything for “${term}”. Check the spelling, or browse a category below.`}
      action={
        <LinkButton to="/products" variant="quiet">
          Shop All
        </LinkButton>
      }
    />
  )
}

/** The number of matches, announced when it changes. */
function MatchCount({ term }: { term: string }) {
  const { data, isError } = useAppQuery(term ? searchQuery(term, 1) : null)
  const { data: places = [] } = useAppQuery(term ? placesQuery(term) : null)
  return (
    <Text role="status" minHeight="1.6rem" overflowWrap="anywhere">
      {data && !isError && term ? `${matchCountText(data.count, places.length)} for “${term}”` : ''}
    </Text>
  )
}

function matchCountText(count: number, places: number): string {
  if (count === 0 && places > 0) return counted(places, 'page')
  if (count >= maxMatches) return `The ${String(maxMatches)} best matches`
  return counted(count, 'product')
}
