import { Link } from '@shop/router'
import { PageHead, StructuredData } from '@shop/settings'
import { useAppQuery } from '@shop/supabase'
import {
  chakra,
  EmptyState,
  Heading,
  LinkButton,
  Loading,
  PageHeader,
  Picture,
  Skeleton,
  Text,
  Wrap,
} from '@shop/ui'
import { LoadError } from '../load-error/load-error'
import { Card } from '../product-card/product-card'
import { categoriesQuery } from './list-categories'

const description = 'Accessories, intimate wellness and luxury toys by Aurelle & Moss.'

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    gap: 'clamp(2.25rem, 4vw, 4.5rem) clamp(1rem, 2vw, 2rem)',
    listStyle: 'none',
  },
})

/** All categories. */
export function Component() {
  return (
    <Wrap>
      <PageHead
        title="Categories"
        description={description}
        keywords={['accessories', 'intimate wellness', 'luxury toys']}
      />
      <StructuredData
        data={{ '@type': 'CollectionPage', name: 'Categories', description, url: '/categories' }}
      />
      <PageHeader title="Categories" />
      <CategoryGrid />
    </Wrap>
  )
}

function CategoryGrid() {
  const { data, isError, isFetching, refetch } = useAppQuery(categoriesQuery())
  if (isError) {
    return <LoadError what="The categories" onRetry={() => void refetch()} retrying={isFetching} />
  }
  if (!data) {
    return (
      <Loading label="Loading categories">
        <Grid>
          {Array.from({ length: 3 }, (_, index) => (
            <Card key={index} aria-hidden>
              <Skeleton aspectRatio="3 / 2" />
              <Skeleton height="1.6rem" width="50%" />
              <Skeleton height="4rem" />
            </Card>
          ))}
        </Grid>
      </Loading>
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        title="No categories available"
        text="See the whole collection instead."
        action={
          <LinkButton to="/products" variant="quiet">
            Shop All
          </LinkButton>
        }
      />
    )
  }
  return (
    <Grid>
      {data.map(({ slug, name, description: about, image, imageAlt }, index) => (
        <Card key={slug}>
          <Picture
            src={image}
            alt={imageAlt}
            ratio="3 / 2"
            masterWidth={1800}
            sizes="(min-width: 900px) 30vw, (min-width: 560px) 46vw, 92vw"
            priority={index < 3}
          />
          <div>
            <Heading level={2} look="h3">
              <Link to={`/categories/${slug}`}>{name}</Link>
            </Heading>
            <Text color="muted" textStyle="small" marginTop=".35rem" maxWidth="44ch">
              {about}
            </Text>
          </div>
        </Card>
      ))}
    </Grid>
  )
}
