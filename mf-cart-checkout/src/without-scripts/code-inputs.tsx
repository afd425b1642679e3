import { Box, Field, Heading, Input } from '@shop/ui'
import type { CardPayment } from '../order/paid-rows'
import type { CheckoutAnswer } from './checkout-action'
import type { Typed } from './typed'

interface CodeInputsProps {
  typed: Typed
  problems: CheckoutAnswer['problems']
  /** The gift card of the checkout that is changed. */
  hadCard: CardPayment | null
}

/** The two codes, as plain fields of the form. */
export function CodeInputs({ typed, problems, hadCard }: CodeInputsProps) {
  const code = (name: 'promotion' | 'giftCard', label: string, hint?: string) => (
    <Field label={label} optional hint={hint} error={problems[name]} name={name} defaultValue={typed[name]}>
      <Input maxLength={40} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
    </Field>
  )
  return (
    <Box as="section" display="grid" gap="1.25rem">
      <Heading level={2}>Codes</Heading>
      <Box
        display="grid"
        gap="1.25rem"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
      >
        {code('promotion', 'Promotion code')}
        {code(
          'giftCard',
          'Gift card',
          hadCard ? `Please enter the code ending ${hadCard.hint} once more.` : undefined,
        )}
      </Box>
    </Box>
  )
}
