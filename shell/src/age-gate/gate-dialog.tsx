import { shop } from '@shop/settings'
import { Box, Button, chakra, Heading, Picture, Stack, Text, TextLink, Wordmark } from '@shop/ui'
import { ageConfirmed, exitTo } from './age-memory'
import { useEffect, useId, useLayoutEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'

// The browser's own modal dialog: everything behind it is inert, out of reach of pointer, keyboard and screen reader.
const Cover = chakra('dialog', {
  base: {
    position: 'fixed',
    zIndex: '2000',
    inset: '0',
    width: '100%',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    border: '0',
    padding: '1rem',
    overflow: 'auto',
    display: 'grid',
    placeItems: 'center',
    background: 'bg',
    color: 'ink',
    '&:not([open])': { display: 'none' },
    '&::backdrop': { background: 'bg' },
  },
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
    '&[data-waiting]': { visibility: 'hidden' },
  },
})

/** Tab goes round among the gate's own controls. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key === 'Escape') event.preventDefault()
  if (event.key !== 'Tab') return
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a[href]')]
  const [leaving, entering] = event.shiftKey
    ? [controls.at(0), controls.at(-1)]
    : [controls.at(-1), controls.at(0)]
  if (document.activeElement !== leaving) return
  event.preventDefault()
  entering?.focus()
}

/** Leaves no way back to the page. */
function leave(event: FormEvent) {
  event.preventDefault()
  location.replace(exitTo)
}

interface GateDialogProps {
  /** Covers the page without asking yet. */
  waiting: boolean
  onConfirm: () => void
}

/** The question itself, over an opaque ground. Only its two buttons lead on. */
export function GateDialog({ waiting, onConfirm }: GateDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const yes = useRef<HTMLButtonElement>(null)
  const title = useId()

  useLayoutEffect(() => {
    const page = document.documentElement
    const overflow = page.style.overflow
    // Already answered, before this code arrived: it is about to go.
    if (ageConfirmed()) return
    // Drawn open, so that it stands before any script runs; only as a modal it makes the page behind it inert.
    dialog.current?.close()
    dialog.current?.showModal()
    page.style.overflow = 'hidden'
    return () => {
      page.style.overflow = overflow
    }
  }, [])
  useEffect(() => {
    if (!waiting) yes.current?.focus()
  }, [waiting])

  return (
    <Cover
      ref={dialog}
      open
      data-age-gate
      aria-labelledby={title}
      onKeyDown={keepFocusInside}
      onCancel={(event) => {
        event.preventDefault()
      }}
    >
      <Card data-waiting={waiting || undefined}>
        <Box
          height={{ base: '180px', lg: 'auto' }}
          overflow="hidden"
          css={{ '& > span': { height: '100%', aspectRatio: 'auto' } }}
        >
          <Picture
            src="/media/hero-portrait.webp"
            masterWidth={900}
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
            {/* Both are forms, since these work before any script has arrived. */}
            <form method="dialog" onSubmit={onConfirm}>
              <Button ref={yes} type="submit" full>
                I am {shop.minimumAge} or older
              </Button>
            </form>
            <form action={exitTo} onSubmit={leave}>
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
    </Cover>
  )
}
