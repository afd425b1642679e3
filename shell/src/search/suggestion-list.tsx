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
  optionId: (index: number) => string
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
  suggestions,
  query,
  active,
  onHighlight,
  onFollow,
}: SuggestionListProps) {
  const { pricing } = useSettings()
  const option = (index: number) => ({
    id: optionId(index),
    role: 'option',
    'aria-selected': active === index,
    tabIndex: -1,
    onPointerMove: () => {
      onHighlight(index)
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
      {suggestions.map(({ id: product, path, name, image, storedPence }, index) => (
        <Option key={product} to={path} {...option(index)}>
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
