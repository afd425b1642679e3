import { Box, Button, chakra, Icon, useHydrated } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState, type ReactNode } from 'react'

// Out of sight but there, so that browsers fill it in with the rest of an address; it then shows itself.
const folded = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  '@media (scripting: none)': {
    position: 'static',
    width: 'auto',
    height: 'auto',
    overflow: 'visible',
    clipPath: 'none',
  },
} as const

const Opener = chakra(Button, {
  base: { minHeight: '48px', '@media (scripting: none)': { display: 'none' } },
})

interface OptionalFieldProps {
  /** What the button says: "Add county". */
  opener: string
  /** Something stands in the field, which is then shown. */
  filled: boolean
  /** The field; while it is folded Tab passes it by. */
  children: (control: { tabIndex?: -1 }) => ReactNode
}

/** A field that most people leave empty, behind a button. Without scripts it is shown. */
export function OptionalField({ opener, filled, children }: OptionalFieldProps) {
  const [shown, setShown] = useState(filled)
  const hydrated = useHydrated()
  const field = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  if (filled && !shown) setShown(true)
  useEffect(() => {
    if (shown && wasPressed.current) field.current?.querySelector('input')?.focus()
  }, [shown])
  const isHidden = !shown && hydrated
  return (
    <Box position="relative" alignSelf={shown ? undefined : 'end'}>
      <Box ref={field} css={shown ? {} : folded} aria-hidden={isHidden || undefined}>
        {children(isHidden ? { tabIndex: -1 } : {})}
      </Box>
      {!shown && (
        <Opener
          variant="text"
          onClick={() => {
            wasPressed.current = true
            setShown(true)
          }}
        >
          <Icon as={Plus} size="s" />
          {opener}
        </Opener>
      )}
    </Box>
  )
}
