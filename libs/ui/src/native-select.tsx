import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { Ref } from 'react'
import { useDensity } from './density'
import { useFieldWiring } from './field'
import { Icon } from './icon'
import { inputRecipe } from './theme/recipes/field'

const Root = chakra('select', inputRecipe)

export type NativeSelectProps = HTMLChakraProps<'select'> & { ref?: Ref<HTMLSelectElement> }

/** A native select; children are `<option>`s. */
export function NativeSelect(props: NativeSelectProps) {
  return (
    <chakra.span position="relative" display="block">
      <Root kind="select" density={useDensity()} {...useFieldWiring()} {...props} />
      <chakra.span position="absolute" insetInlineEnd=".8rem" top="50%" marginTop="-8px" pointerEvents="none">
        <Icon as={ChevronDown} size="s" />
      </chakra.span>
    </chakra.span>
  )
}
