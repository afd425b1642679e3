import { BackendError, row, useBackend } from '@shop/supabase'
import { Button, Text, useToast } from '@shop/ui'
import { useState } from 'react'
import { Section } from '../settings/section'

/** Hands a text to the browser as a file. */
function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, 60_000)
}

/** Downloads everything the shop holds about the shopper, as JSON. */
export function ExportSection() {
  const db = useBackend()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const run = async () => {
    setBusy(true)
    setDone(false)
    try {
      const copy = await row(db.rpc('export_my_data'))
      download(`my-data-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(copy, null, 2))
      setDone(true)
    } catch (error) {
      toast({
        title: 'Your data could not be collected',
        description:
          error instanceof BackendError && error.status === 429
            ? 'You’ve tried several times in the last hour. Please try again later.'
            : 'Please try again in a moment.',
        status: 'error',
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section
      title="Download my data"
      text="One file with your profile, addresses, consents, orders, returns, reviews, wishlist, cart, back-in-stock requests, and every message and email between us."
    >
      <Button
        variant="quiet"
        justifySelf="start"
        busy={busy}
        busyLabel="Collecting..."
        onClick={() => void run()}
      >
        Download my data
      </Button>
      <Text role="status" textStyle="small" color="muted" minHeight="1.4rem">
        {done &&
          'The file is in your downloads. It contains personal information, so keep it somewhere private.'}
      </Text>
    </Section>
  )
}
