import { optionSlug } from '@shop/pricing'
import { Button, chakra, Flex, RadioCardGroup } from '@shop/ui'
import type { Ref } from 'react'
import type { Product } from '../product/read-product'
import { valuesOnSale, valueState, type Choice } from './choice'
import { choiceMessage } from './product-options'

const Chip = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    alignContent: 'center',
    justifyItems: 'center',
    minWidth: '56px',
    minHeight: '48px',
    paddingInline: '1rem',
    lineHeight: 1.25,
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'control',
    background: 'raised',
    cursor: 'pointer',
    transition: 'border-color {durations.quick}, background {durations.quick}',
    '&:hover': { borderColor: 'ink' },
    '&:has(input:checked)': {
      borderColor: 'accent',
      boxShadow: 'inset 0 0 0 1px {colors.accent}',
      background: 'accentSoft',
    },
    '&:has(input:focus-visible)': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
    '& > input': { position: 'absolute', inset: '0', opacity: 0, margin: '0', cursor: 'inherit' },
  },
  variants: { dimmed: { true: { color: 'muted', borderStyle: 'dashed' } } },
})

/** The id of the options' form, for buttons outside of it. */
export const optionFormId = 'options'

interface OptionFormProps {
  ref: Ref<HTMLFormElement>
  product: Product
  choice: Choice
  onChoose: (option: number, value: string) => void
  /** Index of the option to mark as not chosen, -1 for none. */
  invalid: number
}

/** One group of chips for each option. Without scripts the form loads the page of the choice. */
export function OptionForm({ ref, product, choice, onChoose, invalid }: OptionFormProps) {
  return (
    <chakra.form
      ref={ref}
      id={optionFormId}
      method="get"
      action={`/products/${product.slug}`}
      display="grid"
      gap="1.25rem"
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      {product.options.map((option, index) => (
        <RadioCardGroup
          key={option.name}
          label={option.name}
          error={index === invalid ? choiceMessage(option) : undefined}
        >
          <Flex flexWrap="wrap" gap=".6rem">
            {valuesOnSale(product, index).map((value) => {
              const state = valueState(product, choice, index, value)
              return (
                <Chip key={value} dimmed={state !== 'available'}>
                  <input
                    type="radio"
                    name={optionSlug(option.name)}
                    value={optionSlug(value)}
                    required
                    aria-label={state === 'available' ? undefined : `${value}, ${state}`}
                    checked={choice[index] === value}
                    onChange={() => {
                      onChoose(index, value)
                    }}
                  />
                  {value}
                  {state !== 'available' && <chakra.span textStyle="micro">{state}</chakra.span>}
                </Chip>
              )
            })}
          </Flex>
        </RadioCardGroup>
      ))}
      <Button
        type="submit"
        variant="quiet"
        display="none"
        justifySelf="start"
        css={{ '@media (scripting: none)': { display: 'inline-flex' } }}
      >
        Show this choice
      </Button>
    </chakra.form>
  )
}
