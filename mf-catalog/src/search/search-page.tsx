import { useSearchParams } from '@shop/router'
import { PageHead } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import { EmptyState, LinkButton, PageHeader, Text, Wrap } from '@shop/ui'
import { PagedProducts } from '../product-card/paged-products'
import { RecentlyViewed } from '../recent/recently-viewed'
import { SearchForm } from './search-form'
import { mostMatches, searchQuery, searchWords } from './search-products'

/** Finding products by words. What is looked for is kept in the URL, but out of the title and of search engines. */
export function Component() {
  const [params] = useSearchParams()
  const words = searchWords(params.get('q'))
  return (
    <>
      <Wrap>
        <PageHead
          title="Search"
          description="Find an object of the house by its name, material or kind."
          noindex
        />
        <PageHeader title="Search" aside={<Found words={words} />} />
        <SearchForm words={words} />
        {words === '' ? (
          <Text color="muted">Search by name, material or kind. Small slips of the pen are understood.</Text>
        ) : (
          <PagedProducts
            key={words}
            query={(page) => searchQuery(words, page)}
            surface="listing"
            sampleReviews={24}
            empty={
              <EmptyState
                title="No products found"
                text={`Nothing answers to “${words}”. Try fewer or other words.`}
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
      {words === '' && <RecentlyViewed reserved />}
    </>
  )
}

/** How many there are: said when it changes. */
function Found({ words }: { words: string }) {
  const { data, isError } = useAppQuery(words ? searchQuery(words, 1) : null)
  return (
    <Text role="status" minHeight="1.6rem" overflowWrap="anywhere">
      {data && !isError && words ? `${counted(data.count)} for “${words}”` : ''}
    </Text>
  )
}

function counted(count: number): string {
  if (count >= mostMatches) return `The ${String(mostMatches)} best matches`
  return count === 1 ? '1 product' : `${String(count)} products`
}
