import { priceFigures } from '@shop/pricing'
import { Link } from '@shop/router'
import { useSettings } from '@shop/settings'
import { chakra, Icon, Picture, PriceBlock } from '@shop/ui'
import FileText from 'lucide-react/icons/file-text'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import { resultsPath, type Place, type Suggestion } from './suggestions'

const Option = chakra(Link, {
  base: {
    display: 'grid',
    gridTemplateColumns: '48px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '1rem',
    minHeight: '48px',
    padding: '.5rem',
    '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' },
    '&[aria-selected=true]': {
      background: 'sunken',
      outline: '2px solid {colors.focus}',
      outlineOffset: '-2px',
      borderRadius: 'control',
    },
  },
})

// As large as a product's picture.
const Mark = chakra('span', {
  base: { display: 'grid', placeItems: 'center', aspectRatio: '1', background: 'sunken', color: 'muted' },
})

interface SuggestionListProps {
  id: string
  optionId: (index: number) => string
  places: Place[]
  suggestions: Suggestion[]
  query: string
  /** Index of the highlighted option. */
  active: number | null
  onHighlight: (index: number) => void
  onFollow: () => void
}

/** Suggestions and a link to all results. They are real links, so that each can be opened in a new tab. */
export function SuggestionList({
  id,
  optionId,
  places,
  suggestions,
  query,
  active,
  onHighlight,
  onFollow,
}: SuggestionListProps) {
  const { pricing } = useSettings()
  const optionAt = (index: number) => ({
    id: optionId(index),
    role: 'option',
    'aria-selected': active === index,
    tabIndex: -1,
    onPointerMove: () => {
      onHighlight(index)
    },
    onClick: onFollow,
  })
  // Places stand above products.
  const option = (index: number) => optionAt(places.length + index)
  const isEmpty = places.length + suggestions.length === 0
  return (
    <chakra.div id={id} role="listbox" aria-label="Suggestions" hidden={isEmpty} paddingTop="1rem">
      {places.map(({ kind, path, title, about }, index) => (
        <Option key={path} to={path} {...optionAt(index)}>
          <Mark>
            <Icon as={kind === 'category' ? LayoutGrid : FileText} size="s" />
          </Mark>
          <chakra.span gridColumn="2 / -1" minWidth="0">
            {title}
            <chakra.span display="block" textStyle="micro" color="muted" lineClamp={1}>
              {about}
            </chakra.span>
          </chakra.span>
        </Option>
      ))}
      {suggestions.map(({ id: product, path, name, image, storedPence }, index) => (
        <Option key={product} to={path} {...option(index)}>
          <Picture src={image} alt="" sizes="48px" ratio="1" />
          <span>{name}</span>
          <PriceBlock as="span" textAlign="end" {...priceFigures({ storedPence }, 'listing', pricing)} />
        </Option>
      ))}
      {!isEmpty && (
        <Option
          to={resultsPath(query)}
          {...option(suggestions.length)}
          gridTemplateColumns="minmax(0, 1fr)"
          overflowWrap="anywhere"
        >
          {`All results for “${query}”`}
        </Option>
      )}
    </chakra.div>
  )
}
