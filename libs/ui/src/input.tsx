import type { HTMLChakraProps } from '@chakra-ui/react/styled-system'
import { chakra } from '@chakra-ui/react/styled-system'
import type { Ref } from 'react'
import { useDensity } from './density'
import { useFieldWiring } from './field'
import { inputRecipe } from './theme/recipes/field'

const Line = chakra('input', inputRecipe)
const Block = chakra('textarea', inputRecipe)

export type InputProps = HTMLChakraProps<'input'> & { ref?: Ref<HTMLInputElement> }
export type TextareaProps = HTMLChakraProps<'textarea'> & { ref?: Ref<HTMLTextAreaElement> }

/** A single-line input, labelled and described by its Field. */
export function Input(props: InputProps) {
  return <Line density={useDensity()} {...useFieldWiring()} {...props} />
}

/** A multi-line input, labelled and described by its Field. */
export function Textarea(props: TextareaProps) {
  return <Block kind="block" density={useDensity()} {...useFieldWiring()} {...props} />
}
