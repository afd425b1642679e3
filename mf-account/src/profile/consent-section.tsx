import { londonDay } from '@shop/pricing'
import { BackendError, useBackend } from '@shop/supabase'
import { Box, Checkbox, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { Section } from '../settings/section'
import { consentWords } from './consent-words'
import { saveConsent, type Profile } from './read-profile'

interface ConsentSectionProps {
  consent: Profile['consent']
  onSaved: () => Promise<void>
}

/** The box that consents to marketing, and since when which words were agreed to. */
export function ConsentSection({ consent, onSaved }: ConsentSectionProps) {
  const db = useBackend()
  const toast = useToast()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const given = wanted ?? consent?.given ?? false
  const change = async (next: boolean) => {
    if (wanted !== null) return
    setWanted(next)
    try {
      await saveConsent(db, next, consentWords)
      await onSaved()
    } catch (error) {
      toast({
        title: 'Your choice was not saved',
        description:
          error instanceof BackendError && error.status === 409
            ? error.message
            : 'Please try again in a moment.',
        status: 'error',
      })
    } finally {
      setWanted(null)
    }
  }
  return (
    <Section
      title="Email me about new pieces"
      text="We always email you about your orders, and about anything else only if you say so here."
    >
      <Box display="grid" gap=".5rem">
        <Checkbox
          label={consentWords}
          checked={given}
          onChange={({ target }) => void change(target.checked)}
          aria-describedby="consent-since"
        />
        <Text id="consent-since" textStyle="small" color="muted" role="status" minHeight="1.4rem">
          {wanted === null ? consentText(consent) : 'Saving...'}
        </Text>
      </Box>
    </Section>
  )
}

function consentText(consent: Profile['consent']): string {
  if (!consent) return 'You haven’t agreed to this.'
  const on = londonDay(new Date(consent.at))
  if (!consent.given) return `You said no on ${on}.`
  return consent.words === consentWords
    ? `You agreed to this on ${on}.`
    : `On ${on} you agreed to: “${consent.words}”`
}
