import { useAuth } from '@shop/auth'
import { useForm } from '@shop/forms'
import { stockAnswerIn } from '@shop/forms/stock-answer'
import { stockRefusalOf, stockRefusals, stockRequest } from '@shop/forms/stock-request'
import { variantQuery } from '@shop/pricing'
import { useSearchParams } from '@shop/router'
import { maxEmailLength } from '@shop/settings'
import { BackendError, row, useBackend } from '@shop/supabase'
import { Box, Button, chakra, Field, Heading, Input, Text } from '@shop/ui'
import { useEffect, useRef, useState } from 'react'
import type { Selection } from '../options/selection'
import { choiceMessage } from '../options/product-options'
import type { Product } from './read-product'

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

/** Asks for an e-mail when a sold-out product is back. Without scripts the web server handles the form. */
export function BackInStock({
  product: { id, slug, options },
  selection,
}: {
  product: Product
  selection: Selection
}) {
  const { variant, missing } = selection
  const option = options[missing]
  const choice = variantQuery(
    options.map(({ name }, index) => ({ name, value: variant?.values[index] ?? '' })),
  )
  const [search] = useSearchParams()
  const { user } = useAuth()
  const db = useBackend()
  const outcome = stockAnswerIn(search)
  const [sent, setSent] = useState<'now' | 'before' | null>(outcome === 'sent' ? 'before' : null)
  const form = useForm(stockRequest, {
    initialErrors: outcome && outcome !== 'sent' ? { email: stockRefusals[outcome] } : undefined,
    submit: async ({ email }) => {
      await row(
        db.rpc('ask_back_in_stock', {
          p_product_id: id,
          p_email: email,
          ...(variant && { p_variant_id: variant.id }),
        }),
      )
      setSent('now')
    },
    onRefused(error) {
      const refusal = stockRefusalOf(error instanceof BackendError ? error.hint : null)
      if (refusal === 'error') console.error(error)
      return { field: 'email', message: stockRefusals[refusal] }
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
    <Panel id="back-in-stock" aria-label="Email me when it's back">
      <Heading level={2} look="h3">
        Currently sold out
      </Heading>
      {option ? (
        <Text color="inkSoft">{choiceMessage(option)}</Text>
      ) : sent ? (
        <Text ref={message} tabIndex={-1} role="status" outline="none" color="inkSoft">
          Thank you. We'll email you once, as soon as it's back.
        </Text>
      ) : (
        <chakra.form {...form.formProps} action="/stock/requests" display="grid" gap="1rem">
          <input type="hidden" name="product" value={id} />
          <input type="hidden" name="slug" value={slug} />
          {variant && (
            <>
              <input type="hidden" name="variant" value={variant.id} />
              <input type="hidden" name="choice" value={choice} />
            </>
          )}
          <Field
            label="Email"
            hint="We'll send one discreet email when it's back, and use your address for nothing else."
            required
            {...form.field('email')}
          >
            <Input ref={field} type="email" autoComplete="email" maxLength={maxEmailLength} />
          </Field>
          <Box>
            <Button type="submit" variant="quiet" busy={form.submitting} busyLabel="Sending...">
              Email me when it's back
            </Button>
          </Box>
        </chakra.form>
      )}
    </Panel>
  )
}
