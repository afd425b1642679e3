import { Link } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { chakra } from '@shop/ui'
import { categoriesQuery } from '../categories/list-categories'
import { Featured } from '../home/featured'
import { Section } from '../section/section'
import { searchQuery } from './search-products'

const Names = chakra('ul', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '.75rem', listStyle: 'none' },
})

const Name = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '48px',
    paddingInline: '1.25rem',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'control',
    '&:hover': { background: 'sunken' },
  },
})

/** Suggests categories and featured products below a search without results. */
export function NoResultsSuggestions({ term }: { term: string }) {
  const { data } = useAppQuery(searchQuery(term, 1))
  if (data?.count !== 0) return null
  return (
    <>
      <CategoryNames />
      <Featured />
    </>
  )
}

function CategoryNames() {
  const { data = [] } = useAppQuery(categoriesQuery())
  if (data.length === 0) return null
  return (
    <Section title="Browse by category" more={{ to: '/categories', label: 'View all categories' }}>
      <Names>
        {data.map(({ slug, name }) => (
          <li key={slug}>
            <Name to={`/categories/${slug}`}>{name}</Name>
          </li>
        ))}
      </Names>
    </Section>
  )
}
