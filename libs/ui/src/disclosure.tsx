import { chakra } from '@chakra-ui/react/styled-system'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Icon } from './icon'

const Root = chakra('details', {
  base: {
    borderBottom: '1px solid {colors.line}',
    '& > summary': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1rem',
      minHeight: '56px',
      fontWeight: 520,
      cursor: 'pointer',
      listStyle: 'none',
    },
    '& > summary::-webkit-details-marker': { display: 'none' },
    '& > summary svg': { transition: 'transform {durations.quick} {easings.calm}', flex: 'none' },
    '&[open] > summary svg': { transform: 'rotate(45deg)' },
  },
})

export interface DisclosureProps {
  title: ReactNode
  children: ReactNode
  /** Initially open. */
  open?: boolean
  /** Opening one of the same name closes the others. */
  name?: string
}

/** A native `<details>`. Stack several under a `Rule`. */
export function Disclosure({ title, children, open, name }: DisclosureProps) {
  return (
    <Root open={open} name={name}>
      <summary>
        {title}
        <Icon as={Plus} size="s" />
      </summary>
      <chakra.div paddingBottom="1.25rem" color="inkSoft">
        {children}
      </chakra.div>
    </Root>
  )
}
