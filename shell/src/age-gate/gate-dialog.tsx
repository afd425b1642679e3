import { shop } from '@shop/settings'
import { Box, Button, chakra, Heading, Modal, Picture, Stack, Text, TextLink, Wordmark } from '@shop/ui'
import { ageFormPath } from './age-form-path'
import { exitUrl, needsNoQuestion } from './age-confirmation'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'

const Middle = chakra('div', {
  base: { gridRow: '1 / -1', display: 'grid', placeItems: 'center', padding: '1rem' },
})

const Card = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '1fr 1fr' },
    width: '100%',
    maxWidth: '1040px',
    minHeight: { lg: '560px' },
    background: 'surface',
    borderRadius: 'panel',
    overflow: 'hidden',
    _dark: { boxShadow: '0 0 0 1px {colors.line}' },
  },
})

/** Redirects without a history entry, so that Back does not return to the page. */
function leave(event: FormEvent) {
  event.preventDefault()
  location.replace(exitUrl)
}

/** The question over an opaque backdrop, which only its two buttons close. */
export function GateDialog({ onConfirm }: { onConfirm: () => void }) {
  const yes = useRef<HTMLButtonElement>(null)
  const title = useId()
  // Confirmed before hydration: the gate is about to unmount.
  const [open] = useState(() => !needsNoQuestion())

  useEffect(() => {
    yes.current?.focus()
  }, [])
  const confirm = (event: FormEvent) => {
    // The gate goes with its form, which the browser would then refuse to send.
    event.preventDefault()
    onConfirm()
  }

  return (
    <Modal open={open} openInHtml placement="window" data-age-gate aria-labelledby={title}>
      <Middle>
        <Card>
          <Box
            height={{ base: '180px', lg: 'auto' }}
            overflow="hidden"
            css={{ '& > span': { height: '100%', aspectRatio: 'auto' } }}
          >
            <Picture
              src="/media/hero-portrait.webp"
              alt=""
              sizes="(min-width: 900px) 520px, 100vw"
              square
              priority
            />
          </Box>
          <Stack padding="clamp(1.75rem, 4vw, 3.75rem)" gap="1.4rem" justifyContent="center">
            <Wordmark marginBottom="auto" />
            <Heading level={1} look="h2" id={title}>
              Age Verification Required
            </Heading>
            <Text color="inkSoft">
              This site contains adult content for people {shop.minimumAge} or older.
            </Text>
            <Stack gap=".75rem">
              {/* Both are forms, which work before any script has loaded. */}
              <form method="dialog" onSubmit={confirm}>
                <Button ref={yes} type="submit" full>
                  I am {shop.minimumAge} or older
                </Button>
              </form>
              {/* Without scripts this page is open, and the next would ask again. */}
              <noscript>
                {typeof document === 'undefined' && (
                  <form method="post" action={ageFormPath}>
                    <Button type="submit" variant="quiet" full>
                      Yes, and don’t ask again
                    </Button>
                  </form>
                )}
              </noscript>
              <form action={exitUrl} onSubmit={leave}>
                <Button type="submit" variant="quiet" full>
                  Exit
                </Button>
              </form>
            </Stack>
            <Text textStyle="micro" color="muted">
              By confirming you state that you are of legal age and agree to the{' '}
              <TextLink to="/terms">terms of service</TextLink> and{' '}
              <TextLink to="/privacy">privacy policy</TextLink>.
            </Text>
          </Stack>
        </Card>
      </Middle>
    </Modal>
  )
}
