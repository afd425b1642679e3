import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

const Hidden = chakra('div', { base: { '@media (scripting: none)': { display: 'none' } } })

/** Shows content that works with scripts alone. @param instead is shown in its place without them */
export function OnlyWithScripts({ instead, children }: { instead?: ReactNode; children: ReactNode }) {
  return (
    <>
      <Hidden>{children}</Hidden>
      {instead && <noscript>{instead}</noscript>}
    </>
  )
}
