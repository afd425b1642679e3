import { Link } from '@shop/router'
import { chakra, Heading, Picture } from '@shop/ui'
import type { Category } from './list-categories'

const Tile = chakra('li', {
  base: {
    position: 'relative',
    display: 'grid',
    gap: '.9rem',
    alignContent: 'start',
    '& a::after': { content: '""', position: 'absolute', inset: '0' },
    '&:hover h2, &:hover h3': { textDecoration: 'underline', textDecorationThickness: '1px', textUnderlineOffset: '.25em', textDecorationColor: 'brass' },
    '& a:focus-visible': { outline: 'none' },
    '&:has(a:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
  },
})

/** A category with its cover; the whole tile is the link. */
export function CategoryTile({ category, level, ratio = '4 / 5' }: { category: Category; level: 2 | 3; ratio?: string }) {
  return (
    <Tile>
      <Picture src={category.image} alt={category.imageAlt} masterWidth={1200} ratio={ratio} sizes="(min-width: 900px) 32vw, 92vw" />
      <Heading level={level} look="h3">
        <Link to={`/categories/${category.slug}`}>{category.name}</Link>
      </Heading>
    </Tile>
  )
}
