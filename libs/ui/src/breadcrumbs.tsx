import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@shop/router'

export interface Crumb {
  label: string
  /** Undefined for the current page. */
  to?: string
}

const Item = chakra('li', {
  base: {
    display: 'inline-flex',
    gap: '.6rem',
    minWidth: '0',
    '&:not(:last-child)::after': { content: '"/"', color: 'lineStrong' },
    '& a': { position: 'relative' },
    // The text is small, the target is not.
    '& a::after': { content: '""', position: 'absolute', inset: '-.8rem -.2rem' },
    '& a:hover': { color: 'ink' },
    '& [aria-current]': { color: 'ink' },
  },
})

/** Breadcrumbs; the last item is the current page. */
export function Breadcrumbs({ items }: { items: Crumb[] }) {
  return (
    <chakra.nav
      aria-label="Breadcrumb"
      paddingBlock="1.4rem"
      textStyle="small"
      color="muted"
      lineHeight={1.4}
    >
      <chakra.ol display="flex" flexWrap="wrap" gap=".6rem">
        {items.map(({ label, to }, index) => (
          <Item key={label}>
            {to && index < items.length - 1 ? (
              <Link to={to}>{label}</Link>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </Item>
        ))}
      </chakra.ol>
    </chakra.nav>
  )
}
