import { counted } from '@shop/pricing'
import { useForm } from '@shop/forms'
import { optionalText, requiredText } from '@shop/forms/schema'
import { BackendError, useBackend } from '@shop/supabase'
import { Box, Button, Field, Input, RadioCardGroup, RadioChip, Stack, Textarea, useToast } from '@shop/ui'
import { useState } from 'react'
import * as v from 'valibot'
import { writeReview, type Review, type ReviewLine } from './review-link'

const longest = { body: 2000, author: 40 }

const review = v.object({
  rating: v.optional(v.pipe(v.string(), v.regex(/^[1-5]$/, 'Choose one to five stars.')), ''),
  body: v.pipe(optionalText(), v.maxLength(longest.body, 'Please keep it to 2,000 characters.')),
  author: requiredText('Enter the name to show.'),
})

/** The field that a rejection is about. */
function fieldOf(error: unknown): 'rating' | 'body' | 'author' | undefined {
  const hint = error instanceof BackendError ? error.hint : undefined
  return hint === 'rating' || hint === 'body' || hint === 'author' ? hint : undefined
}

interface ReviewFormProps {
  token: string
  line: ReviewLine
  /** The name that is proposed. */
  author: string
  onWritten: (review: Review) => void
}

/** Stars, words and a name for one bought line. */
export function ReviewForm({ token, line, author, onWritten }: ReviewFormProps) {
  const db = useBackend()
  const toast = useToast()
  const written = line.review
  const [rating, setRating] = useState(written ? String(written.rating) : '')
  const form = useForm(review, {
    initial: { body: written?.body ?? '', author: written?.author ?? author },
    async submit({ rating, body, author }) {
      const values = { rating: Number(rating), body, author }
      await writeReview(db, token, line.line, values)
      onWritten(values)
    },
    onRejected(error) {
      const message = error instanceof BackendError && error.status < 500 ? error.message : undefined
      const field = fieldOf(error)
      if (field && message) return { field, message }
      toast({
        title: 'Your review was not sent',
        description: message ?? 'Everything you wrote is still here. Please try again.',
        status: 'error',
      })
      return undefined
    },
  })
  return (
    <form {...form.formProps} aria-label={`Review of ${line.name}`}>
      <Stack gap="1.25rem">
        <RadioCardGroup
          label="Your rating"
          name="rating"
          value={rating}
          onChange={setRating}
          error={form.field('rating').error}
        >
          <Box display="flex" flexWrap="wrap" gap=".6rem">
            {[1, 2, 3, 4, 5].map((stars) => (
              <RadioChip key={stars} value={String(stars)} label={counted(stars, 'star')} />
            ))}
          </Box>
        </RadioCardGroup>
        <Field label="What do you think of it?" optional {...form.field('body')}>
          <Textarea rows={5} maxLength={longest.body} />
        </Field>
        <Field
          label="Name to show"
          required
          hint="A first name or initials will do. We show it next to your review."
          {...form.field('author')}
        >
          <Input autoComplete="nickname" maxLength={longest.author} />
        </Field>
        <Button type="submit" justifySelf="start" busy={form.submitting} busyLabel="Sending...">
          {written ? 'Change review' : 'Send review'}
        </Button>
      </Stack>
    </form>
  )
}
