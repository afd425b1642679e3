import { Link } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { chakra, EmptyState, Heading, Loading, Picture, Skeleton } from '@shop/ui'
import { categoriesQuery } from '../categories/list-categories'
import { LoadError } from '../load-error/load-error'
import { Section } from '../section/section'

const maxCategories = 3

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: '5fr 4fr 3fr' },
    gap: 'clamp(1rem, 2vw, 2rem)',
    alignItems: 'end',
    listStyle: 'none',
    '& > li:first-child': { gridColumn: { base: '1 / -1', lg: 'auto' } },
    '& > li': { '--picture-height': { base: '220px', lg: 'clamp(240px, 34vw, 480px)' } },
    '& > li:nth-child(2)': { '--picture-height': { base: '220px', lg: 'clamp(220px, 28vw, 400px)' } },
    '& > li:nth-child(3)': { '--picture-height': { base: '220px', lg: 'clamp(200px, 22vw, 320px)' } },
    '& [data-art], & [data-art] > span': { display: 'block', height: 'var(--picture-height)' },
    '& a': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '.9rem' },
    '& a:hover': {
      textDecoration: 'underline',
      textDecorationThickness: '1px',
      textDecorationColor: '{colors.brass}',
      textUnderlineOffset: '.25em',
    },
  },
})

/** The first three categories, each a little smaller than the one before. */
export function FeaturedCategories() {
  return (
    <Section title="Categories" more={{ to: '/categories', label: 'View all categories' }}>
      <CategoryList />
    </Section>
  )
}

function CategoryList() {
  const { data, isError, isFetching, refetch } = useAppQuery(categoriesQuery())
  if (isError) {
    return <LoadError what="The categories" onRetry={() => void refetch()} retrying={isFetching} level={3} />
  }
  if (!data) {
    return (
      <Loading label="Loading categories">
        <Grid>
          {Array.from({ length: maxCategories }, (_, index) => (
            <chakra.li key={index} display="grid" gap=".9rem">
              <Skeleton data-art />
              <Skeleton height="1.6rem" width="60%" />
            </chakra.li>
          ))}
        </Grid>
      </Loading>
    )
  }
  if (data.length === 0) return <EmptyState level={3} title="No categories available" />
  return (
    <Grid>
      {data.slice(0, maxCategories).map(({ slug, name, image, imageAlt }) => (
        <li key={slug}>
          <Link to={`/categories/${slug}`}>
            <span data-art>
              <Picture
                src={image}
                alt={imageAlt}
                ratio="auto"
                masterWidth={1800}
                sizes="(min-width: 900px) 42vw, 92vw"
              />
            </span>
            <Heading level={3}>{name}</Heading>
          </Link>
        </li>
      ))}
    </Grid>
  )
}
