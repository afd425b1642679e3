import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

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
