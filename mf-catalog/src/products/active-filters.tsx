import { Link } from '@shop/router'
import { useAppQuery } from '@shop/supabase'
import { chakra, Icon } from '@shop/ui'
import X from 'lucide-react/icons/x'
import { categoriesQuery } from '../categories/list-categories'
import { filterPath } from './filter-path'
import { noFilter, type ProductListing, type ProductFilter } from './product-filter'

const List = chakra('ul', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '.75rem', listStyle: 'none', paddingTop: '1rem' },
})

const Chip = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '.5rem',
    minHeight: '44px',
    paddingInline: '.9rem',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'control',
    textStyle: 'small',
  },
})

/** The active filters as links that remove one, or all of them. */
export function ActiveFilters({
  filter,
  listing,
  onRemove,
}: {
  filter: ProductFilter
  listing: ProductListing
  onRemove: () => void
}) {
  const { data: categories = [] } = useAppQuery(listing.category === null ? categoriesQuery() : null)
  const { category, brand, inStock, min, max } = filter
  const active: { label: string; without: Partial<ProductFilter> }[] = [
    ...(category
      ? [
          {
            label: categories.find(({ slug }) => slug === category)?.name ?? category,
            without: { category: null },
          },
        ]
      : []),
    ...(brand ? [{ label: brand, without: { brand: null } }] : []),
    ...(min !== null ? [{ label: `From £${String(min)}`, without: { min: null } }] : []),
    ...(max !== null ? [{ label: `Up to £${String(max)}`, without: { max: null } }] : []),
    ...(inStock ? [{ label: 'In stock only', without: { inStock: false } }] : []),
  ]
  if (filterPath(filter) === filterPath(noFilter)) return null
  return (
    <List aria-label="Active filters">
      {active.map(({ label, without }) => (
        <li key={label}>
          <Chip
            to={filterPath({ ...filter, ...without }, listing)}
            aria-label={`${label}, remove filter`}
            preventScrollReset
            onClick={onRemove}
          >
            {label}
            <Icon as={X} size="s" />
          </Chip>
        </li>
      ))}
      <li>
        <Chip
          to={filterPath(noFilter, listing)}
          borderColor="transparent"
          textDecoration="underline"
          preventScrollReset
          onClick={onRemove}
        >
          Clear
        </Chip>
      </li>
    </List>
  )
}
