import { PageHead } from '@shop/settings'
import { EmptyState, HStack, LinkButton, TextLink, Wrap } from '@shop/ui'

/** The 404 page: says so, and leads on. The same for every address, so it reads nothing. */
export function NotFound() {
  return (
    <Wrap>
      <PageHead title="Page not found" description="We couldn’t find this page." noindex />
      <EmptyState
        level={1}
        title="Oops! Page not found"
        text="The link may be wrong, or the page may have moved. Search for what you need, or browse the shop."
        action={<LinkButton to="/">Return to Home</LinkButton>}
      />
      <HStack
        as="nav"
        aria-label="Where to go from here"
        gap="0 1.75rem"
        flexWrap="wrap"
        justifyContent="center"
      >
        <TextLink to="/search" block>
          Search
        </TextLink>
        <TextLink to="/products" block>
          Shop All
        </TextLink>
        <TextLink to="/categories" block>
          Categories
        </TextLink>
      </HStack>
    </Wrap>
  )
}
