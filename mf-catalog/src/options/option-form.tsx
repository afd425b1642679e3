import { optionSlug } from '@shop/pricing'
import { useInputBeforeHydration } from '@shop/state'
import { Button, chakra, Flex, RadioCardGroup, RadioChip } from '@shop/ui'
import type { RefObject } from 'react'
import { valuesOnSale, unavailability, type Choice } from './choice'
import { choiceMessage } from './product-options'
import type { SelectableProduct } from './selection'

/** The id of the options' form, for buttons outside of it. */
export const optionFormId = 'options'

interface OptionFormProps {
  ref: RefObject<HTMLFormElement | null>
  product: SelectableProduct
  choice: Choice
  onChoose: (option: number, value: string) => void
  /** Index of the option to mark as not chosen, -1 for none. */
  invalid: number
}

/** One group of chips for each option. Without scripts the form loads the page of the choice. */
export function OptionForm({ ref, product, choice, onChoose, invalid }: OptionFormProps) {
  useInputBeforeHydration(ref, (form) => {
    const chosen = new FormData(form)
    for (const [index, option] of product.options.entries())
      for (const value of valuesOnSale(product, index))
        if (chosen.get(optionSlug(option.name)) === optionSlug(value) && choice[index] !== value)
          onChoose(index, value)
  })
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
      {product.options.map((option, index) => {
        const values = valuesOnSale(product, index)
        return (
          <RadioCardGroup
            key={option.name}
            label={option.name}
            name={optionSlug(option.name)}
            value={optionSlug(choice[index] ?? '')}
            onChange={(slug) => {
              for (const value of values) if (optionSlug(value) === slug) onChoose(index, value)
            }}
            error={index === invalid && choiceMessage(option)}
          >
            <Flex flexWrap="wrap" gap=".6rem">
              {values.map((value) => (
                <RadioChip
                  key={value}
                  value={optionSlug(value)}
                  label={value}
                  note={unavailability(product, choice, index, value)}
                  required
                />
              ))}
            </Flex>
          </RadioCardGroup>
        )
      })}
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
