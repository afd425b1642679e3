import { Button, Flex } from '@shop/ui'
import type { MouseEvent } from 'react'

const usual = ['25', '50', '100', '200']

/** Writes into the form's field as typing would, so that everything that follows typing happens. */
function fillIn({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const field = currentTarget.form?.elements.namedItem('amount')
  if (!(field instanceof HTMLInputElement)) return
  field.value = currentTarget.value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The usual amounts, each a press; the field beneath takes any other. @param amount in the field */
export function AmountChoice({ amount }: { amount: string }) {
  return (
    <Flex role="group" aria-label="Usual amounts" gap=".6rem" flexWrap="wrap">
      {usual.map((pounds) => (
        <Button
          key={pounds}
          type="button"
          variant={pounds === amount ? 'primary' : 'quiet'}
          aria-pressed={pounds === amount}
          value={pounds}
          onClick={fillIn}
        >
          £{pounds}
        </Button>
      ))}
    </Flex>
  )
}
