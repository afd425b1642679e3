import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'
import type { Ref } from 'react'
import { useDensity } from './density'

export interface HeadingProps extends HTMLChakraProps<'h2'> {
  ref?: Ref<HTMLHeadingElement>
  /** Heading level. */
  level?: 1 | 2 | 3 | 4
  /** Text style, if it differs from the level. */
  look?: 'display' | 'h1' | 'h2' | 'h3'
}

const deskLooks: Partial<Record<string, string>> = { h1: 'deskH1', h2: 'deskH2', h3: 'deskH2' }

/** A serif heading; in the back office only the h1 is serif. */
export function Heading({ level = 2, look, ...rest }: HeadingProps) {
  const density = useDensity()
  const shopLook = look ?? (level === 1 ? 'h1' : level === 2 ? 'h2' : 'h3')
  const style = density === 'desk' ? (deskLooks[shopLook] ?? shopLook) : shopLook
  return <chakra.h2 as={`h${level}`} textStyle={style} {...rest} />
}
