import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@shop/router'
import type { ComponentProps } from 'react'
import { useDensity } from './density'
import { buttonRecipe } from './theme/recipes/button'

const Root = chakra(Link, buttonRecipe)

export type LinkButtonProps = ComponentProps<typeof Root>

/** A link to another page that looks like a button. */
export function LinkButton(props: LinkButtonProps) {
  return <Root density={useDensity()} {...props} />
}
