import { formatPence, unitPence, withVat } from '@shop/pricing'
import { Link } from '@shop/router'
import { shop, useSettings } from '@shop/settings'
import { chakra, Picture } from '@shop/ui'
import { resultsPath, type Suggestion } from './suggestions'

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

interface SuggestionListProps {
  id: string
  optionId: (place: number) => string
  suggestions: Suggestion[]
  words: string
  /** The place that the arrow keys have reached. */
  active: number | null
  onPoint: (place: number) => void
  onFollow: () => void
}

/** What is suggested, and the way to all of it. Real links, so that each can be opened in a tab of its own. */
export function SuggestionList({
  id,
  optionId,
  suggestions,
  words,
  active,
  onPoint,
  onFollow,
}: SuggestionListProps) {
  const { pricing } = useSettings()
  const option = (place: number) => ({
    id: optionId(place),
    role: 'option',
    'aria-selected': active === place,
    tabIndex: -1,
    onPointerMove: () => {
      onPoint(place)
    },
    onClick: onFollow,
  })
  return (
    <chakra.div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      hidden={suggestions.length === 0}
      paddingTop="1rem"
    >
      {suggestions.map(({ id: product, slug, name, image, storedPence }, place) => (
        <Option key={product} to={`/products/${slug}`} {...option(place)}>
          <Picture src={image} alt="" sizes="48px" ratio="1" />
          <span>{name}</span>
          <chakra.span textAlign="end" fontVariantNumeric="tabular-nums">
            <chakra.span display="block" fontWeight={520}>
              {formatPence(unitPence(storedPence, 'listing', pricing.factor), shop.currency)}
            </chakra.span>
            {pricing.showVatInclusive && (
              <chakra.span
                display="block"
                textStyle="micro"
                color="muted"
              >{`${formatPence(withVat(unitPence(storedPence, 'listing', pricing.factor)), shop.currency)} incl. VAT`}</chakra.span>
            )}
          </chakra.span>
        </Option>
      ))}
      {suggestions.length > 0 && (
        <Option
          to={resultsPath(words)}
          {...option(suggestions.length)}
          gridTemplateColumns="minmax(0, 1fr)"
          overflowWrap="anywhere"
        >
          {`All results for “${words}”`}
        </Option>
      )}
    </chakra.div>
  )
}
