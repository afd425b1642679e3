import { fullTitle, shop } from '@shop/settings'
import { chakra, Text } from '@shop/ui'
import { useId } from 'react'

const Box = chakra('figure', {
  base: {
    display: 'grid',
    gap: '.2rem',
    minWidth: '0',
    padding: '.9rem 1.1rem',
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
    background: 'raised',
    overflowWrap: 'anywhere',
  },
})

// Where a search result ends on a wide screen.
const Title = chakra('span', {
  base: {
    display: 'block',
    maxWidth: '600px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})

interface SearchPreviewProps {
  title: string
  /** '/products/silk-robe' */
  path: string
  description: string
}

/** How a search engine shows a page: its address, title and description. */
export function SearchPreview({ title, path, description }: SearchPreviewProps) {
  const id = useId()
  const full = fullTitle(title)
  const address = [location.host, ...path.split('/').filter(Boolean)].join(' › ')
  return (
    <Box aria-labelledby={id}>
      <Text as="figcaption" id={id} textStyle="micro" color="muted">
        Preview of the search result
      </Text>
      <Text textStyle="small">{address}</Text>
      <Title textStyle="lead" color="accent">
        {title === '' ? shop.name : full}
      </Title>
      <Text textStyle="small" color="inkSoft" lineClamp={3}>
        {description}
      </Text>
    </Box>
  )
}
