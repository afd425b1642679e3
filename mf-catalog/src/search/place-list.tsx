import { Link } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { chakra, Text } from '@shop/ui'
import { placesQuery } from './search-places'

const List = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: 'repeat(auto-fill, minmax(17rem, 1fr))' },
    gap: { base: '.75rem', md: '1rem' },
    listStyle: 'none',
    marginBottom: 'clamp(2.25rem, 4vw, 4rem)',
  },
})

const Card = chakra(Link, {
  base: {
    display: 'block',
    height: '100%',
    padding: '1rem 1.25rem',
    border: '1px solid {colors.line}',
    borderRadius: 'control',
    '&:hover': { borderColor: 'lineStrong' },
    '&:hover > span:first-child': { textDecoration: 'underline', textUnderlineOffset: '.25em' },
  },
})

/** The pages and categories that a search leads to, above its products; nothing without any. */
export function PlaceList({ term }: { term: string }) {
  const { data = [] } = useAppQuery(placesQuery(term))
  if (data.length === 0) return null
  return (
    <nav aria-label="Pages and categories">
      <List>
        {data.map(({ path, title, about }) => (
          <li key={path}>
            <Card to={path}>
              <chakra.span display="block" fontWeight={520}>
                {title}
              </chakra.span>
              <Text as="span" display="block" textStyle="small" color="muted" lineClamp={2}>
                {about}
              </Text>
            </Card>
          </li>
        ))}
      </List>
    </nav>
  )
}
