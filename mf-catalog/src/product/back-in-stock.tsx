import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { useActionData } from '@shop/router'
import { maxEmailLength } from '@shop/settings'
import { useBackend } from '@shop/supabase'
import { Box, Button, chakra, Field, Heading, Input, Text } from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import type { Selection } from '../options/selection'
import { choiceMessage } from '../options/product-options'
import { askBackInStock, requestFailed, stockRejection, stockRequest } from './ask-back-in-stock'
import type { Product } from './read-product'
import type { StockResponse } from './stock-action'

const Panel = chakra('section', {
  base: {
    display: 'grid',
    gap: '1rem',
    padding: '1.25rem',
    background: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
  },
})

/** Asks for an email when a sold-out product is back. Until scripts are there the form is posted to the product's page. */
export function BackInStock({
  product: { id, options },
  selection,
}: {
  product: Product
  selection: Selection
}) {
  const { variant, missing } = selection
  const option = options[missing]
  const response = useActionData<StockResponse>()
  const { user } = useAuth()
  const db = useBackend()
  const [sent, setSent] = useState<'now' | 'before' | null>(response?.problem === null ? 'before' : null)
  const form = useForm(stockRequest, {
    initial: response && { email: response.typed },
    initialErrors: response?.problem != null ? { email: response.problem } : undefined,
    submit: async ({ email }) => {
      await askBackInStock(db, id, variant?.id, email)
      setSent('now')
    },
    onRejected(error) {
      const rejection = stockRejection(error)
      if (rejection === null) console.error(error)
      return { field: 'email', message: rejection ?? requestFailed }
    },
  })
  const field = useRef<HTMLInputElement>(null)
  const message = useRef<HTMLParagraphElement>(null)
  const accountEmail = user?.email ?? ''
  useEffect(() => {
    if (field.current && field.current.value === '') field.current.value = accountEmail
  }, [accountEmail])
  // The form is gone: the message receives the focus.
  useEffect(() => {
    if (sent === 'now') message.current?.focus()
  }, [sent])

  return (
    <Panel id="back-in-stock" aria-label="Email me when it’s back">
      <Heading level={2} look="h3">
        Currently sold out
      </Heading>
      {option ? (
        <Text color="inkSoft">{choiceMessage(option)}</Text>
      ) : sent ? (
        <Text ref={message} tabIndex={-1} role="status" outline="none" color="inkSoft">
          Thank you. We’ll email you once, as soon as it’s back.
        </Text>
      ) : (
        <chakra.form {...form.formProps} display="grid" gap="1rem">
          <input type="hidden" name="product" value={id} />
          {variant && <input type="hidden" name="variant" value={variant.id} />}
          <Field
            label="Email"
            hint="We’ll send one discreet email when it’s back, and use your address for nothing else."
            required
            {...form.field('email')}
          >
            <Input ref={field} type="email" autoComplete="email" maxLength={maxEmailLength} />
          </Field>
          <Box>
            <Button type="submit" variant="quiet" busy={form.submitting} busyLabel="Sending...">
              Email me when it’s back
            </Button>
          </Box>
        </chakra.form>
      )}
    </Panel>
  )
}
