import { useAuth } from '@shop/auth'
import { useSearchParams } from '@shop/router'
import { isEmail } from '@shop/settings'
import { useChange } from '@shop/supabase'
import { Box, Button, chakra, Field, Heading, Input, Text } from '@shop/ui'
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react'
import { answerIn, type AskRefusal } from './ask-answer'
import { askBackInStock, refusalOf, refusalTexts } from './ask-back-in-stock'
import type { Product } from './read-product'

const never = () => () => undefined

const Room = chakra('section', {
  base: {
    display: 'grid',
    gap: '1rem',
    padding: '1.25rem',
    background: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: 'panel',
  },
})

/** For a product that is sold out: one letter when it is back. Without scripts the web server takes the form. */
export function BackInStock({ product: { id, slug } }: { product: Product }) {
  const [search] = useSearchParams()
  const { user } = useAuth()
  const answered = answerIn(search)
  const [sent, setSent] = useState(answered === 'sent')
  const [refused, setRefused] = useState<AskRefusal | null>(answered === 'sent' ? null : answered)
  const ask = useChange({ change: askBackInStock })
  const field = useRef<HTMLInputElement>(null)
  const thanks = useRef<HTMLParagraphElement>(null)
  // Until the page listens the browser itself checks: a form sent away comes back empty.
  const listens = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const known = user?.email ?? ''
  useEffect(() => {
    if (field.current && field.current.value === '') field.current.value = known
  }, [known])
  // The form has gone: what it said takes its focus.
  useEffect(() => {
    if (ask.isSuccess) thanks.current?.focus()
  }, [ask.isSuccess, sent])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (ask.isPending) return
    const email = field.current?.value.trim() ?? ''
    const fail = (why: AskRefusal) => {
      setRefused(why)
      field.current?.focus()
    }
    if (!isEmail(email)) {
      fail('email')
      return
    }
    setRefused(null)
    ask.mutate(
      { productId: id, email },
      {
        onSuccess: () => {
          setSent(true)
        },
        onError(error) {
          if (refusalOf(error) === 'error') console.error(error)
          fail(refusalOf(error))
        },
      },
    )
  }
  return (
    <Room id="back-in-stock" aria-label="Tell me when it is back">
      <Heading level={2} look="h3">
        Sold out for now
      </Heading>
      {sent ? (
        <Text ref={thanks} tabIndex={-1} role="status" outline="none" color="inkSoft">
          Thank you. We will write to you once, as soon as it is back.
        </Text>
      ) : (
        <chakra.form
          method="post"
          action="/stock/requests"
          noValidate={listens}
          onSubmit={submit}
          display="grid"
          gap="1rem"
        >
          <input type="hidden" name="product" value={id} />
          <input type="hidden" name="slug" value={slug} />
          <Field
            label="Email"
            hint="One letter that names nothing. Your address serves for nothing else."
            error={refused ? `${refusalTexts[refused]}.` : undefined}
            required
          >
            <Input ref={field} name="email" type="email" autoComplete="email" maxLength={254} />
          </Field>
          <Box>
            <Button type="submit" variant="quiet" busy={ask.isPending} busyLabel="Sending...">
              Tell me when it is back
            </Button>
          </Box>
        </chakra.form>
      )}
    </Room>
  )
}
