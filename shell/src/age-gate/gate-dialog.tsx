import { shop } from '@shop/settings'
import {
  Box,
  Button,
  chakra,
  Heading,
  holdMessages,
  Picture,
  Stack,
  Text,
  TextLink,
  Wordmark,
} from '@shop/ui'
import { ageFormPath } from './age-form-path'
import { exitUrl, skipsAgeGate } from './age-confirmation'
import { useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react'

const Gate = chakra(
  'dialog',
  {
    base: {
      position: 'fixed',
      zIndex: 'overlay',
      inset: '0',
      width: '100%',
      height: '100dvh',
      maxWidth: 'none',
      maxHeight: 'none',
      margin: '0',
      border: '0',
      padding: '1rem',
      overflow: 'auto',
      background: 'bg',
      color: 'ink',
      outline: 'none',
      '&[open]': { display: 'grid', placeItems: 'center' },
    },
  },
  { forwardProps: ['closedby'] },
)

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

/**
 * The question over an opaque backdrop, which only its two buttons close. A native dialog, since the server renders it open and the
 * browser answers it before any script has loaded.
 */
export function GateDialog({ onConfirm }: { onConfirm: () => void }) {
  const gate = useRef<HTMLDialogElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  const title = useId()
  // Confirmed before hydration: the gate is about to unmount.
  const [open] = useState(() => !skipsAgeGate())

  useLayoutEffect(() => {
    const dialog = gate.current
    if (!dialog) return
    // A dialog that is open in the HTML is not modal, and showModal() throws on an open dialog.
    dialog.close()
    if (!open) return
    dialog.showModal()
    yes.current?.focus()
    const releaseMessages = holdMessages(dialog)
    const { style, clientWidth } = document.documentElement
    // Only a scrollbar that takes room leaves a gap when it goes.
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
    return () => {
      dialog.close()
      releaseMessages?.()
      style.removeProperty('overflow')
      style.removeProperty('scrollbar-gutter')
    }
  }, [open])
  const confirm = (event: FormEvent) => {
    // The gate goes with its form, which the browser would then reject to send.
    event.preventDefault()
    onConfirm()
  }

  return (
    <Gate
      ref={gate}
      open
      closedby="none"
      data-age-gate
      aria-labelledby={title}
      // For browsers without `closedby`; a second Escape would close it even if `cancel` was prevented.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
      }}
    >
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
          <Text color="inkSoft">This site contains adult content for people {shop.minimumAge} or older.</Text>
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
            By entering, you confirm you are of legal age and accept our{' '}
            <TextLink to="/terms">terms of service</TextLink> and{' '}
            <TextLink to="/privacy">privacy policy</TextLink>.
          </Text>
        </Stack>
      </Card>
    </Gate>
  )
}
