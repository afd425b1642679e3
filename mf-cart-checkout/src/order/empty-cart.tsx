import { chakra, EmptyState, LinkButton } from '@shop/ui'
import type { ReactNode } from 'react'

/** Says that there is nothing in the cart. */
export const EmptyCart = () => (
  <EmptyState
    title="Your cart is empty"
    text="Nothing here yet."
    action={<LinkButton to="/products">Shop All</LinkButton>}
  />
)

const Hidden = chakra('div', { base: { '@media (scripting: none)': { display: 'none' } } })

/** What is of use with scripts alone. @param instead stands in its place without them */
export function OnlyWithScripts({ instead, children }: { instead?: ReactNode; children: ReactNode }) {
  return (
    <>
      <Hidden>{children}</Hidden>
      {instead && <noscript>{instead}</noscript>}
    </>
  )
}
