import { Link } from '@shop/router'
import { shop } from '@shop/settings'
import { chakra, Grid, Text, Wordmark, Wrap } from '@shop/ui'
import { footerColumns } from './shop-links'

/** The footer's frame. */
export const FooterFrame = chakra('footer', {
  base: {
    marginTop: 'section',
    borderTop: '1px solid {colors.line}',
    paddingTop: { base: '2rem', md: 'clamp(3rem, 5vw, 5rem)' },
    paddingBottom: { base: '1.25rem', md: '2rem' },
  },
})

const Item = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: { base: '44px', lg: '36px' },
    fontSize: '.9375rem',
    color: 'inkSoft',
    '&:hover': { color: 'ink', textDecoration: 'underline', textUnderlineOffset: '.28em' },
  },
})

// On a phone the longest column stands beside the two others.
const Column = chakra('section', {
  base: { '&:nth-of-type(2)': { gridRow: { base: 'span 2', md: 'auto' } } },
})

// On a phone the sign stands beside the name, above the text.
const Brand = chakra('div', {
  base: {
    display: { base: 'grid', md: 'flex' },
    gridTemplateColumns: '1fr auto',
    flexDirection: 'column',
    alignItems: { base: 'center', md: 'flex-start' },
    gap: { base: '.35rem', md: '1.1rem' },
    '& > p': { order: { base: 1, md: 0 }, gridColumn: '1 / -1' },
  },
})

const Eighteen = chakra('span', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    width: '40px',
    height: '40px',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'full',
    fontSize: '.8125rem',
    fontWeight: 520,
  },
})

/** The last line of the footer. */
export const LastLine = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '.5rem 2rem',
    justifyContent: 'space-between',
    borderTop: '1px solid {colors.line}',
    marginTop: { base: '1.5rem', md: '3rem' },
    paddingTop: { base: '1rem', md: '1.5rem' },
    textStyle: 'micro',
    color: 'muted',
  },
})

/** Links to all pages except products. */
export function Footer() {
  return (
    <FooterFrame>
      <Wrap>
        <Grid gridTemplateColumns={{ base: '1fr', lg: '1.6fr 3fr' }} gap={{ base: '1.5rem', md: '2.5rem' }}>
          <Brand>
            <chakra.span asChild display="inline-flex" alignItems="center" minHeight="44px">
              <Link to="/" aria-label={`${shop.name}, home`}>
                <Wordmark />
              </Link>
            </chakra.span>
            <Text textStyle="small" color="muted" maxWidth={{ base: '44ch', md: '30ch' }}>
              Intimate wellness, made and sent with discretion. This site carries adult content for people 18
              or older.
            </Text>
            <Eighteen>18+</Eighteen>
          </Brand>
          <Grid
            as="nav"
            aria-label="Footer"
            gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(3, 1fr)' }}
            gap={{ base: '1.25rem 1.5rem', md: '2.5rem 1.5rem' }}
          >
            {footerColumns.map(({ title, places }) => (
              <Column key={title}>
                <chakra.h2 textStyle="small" fontWeight={520} marginBottom=".6rem">
                  {title}
                </chakra.h2>
                <chakra.ul listStyleType="none">
                  {places.map(({ to, label }) => (
                    <li key={to}>
                      <Item to={to}>{label}</Item>
                    </li>
                  ))}
                </chakra.ul>
              </Column>
            ))}
          </Grid>
        </Grid>
        <LastLine>
          <p>
            © {shop.copyrightYear} {shop.name}
          </p>
          <p>Prices in {shop.currency}. UK delivery only.</p>
        </LastLine>
      </Wrap>
    </FooterFrame>
  )
}
