import { useLocation } from '@shop/router'
import { Button, chakra } from '@shop/ui'
import { useContext, useSyncExternalStore } from 'react'
import { PageCodeContext } from './page-code-context'

const Note = chakra('div', {
  base: {
    position: 'fixed',
    insetInline: '1rem',
    bottom: '1rem',
    zIndex: '1',
    width: 'fit-content',
    maxWidth: 'calc(100% - 2rem)',
    marginInline: 'auto',
    display: 'flex',
    alignItems: 'center',
    gap: '1rem',
    padding: '.5rem 1rem',
    border: '1px solid {colors.line}',
    borderRadius: '4px',
    background: 'bg',
    fontSize: '.9375rem',
    '& > button': { flexShrink: '0' },
  },
})

const never = () => () => undefined

const texts = {
  late: 'Part of this page is still on its way.',
  failed: 'Part of this page could not be loaded.',
}

/** A note below a server-rendered page whose code is late or could not be loaded, with a retry. It moves nothing. */
export function PageCodeNote() {
  const code = useContext(PageCodeContext)
  const { pathname } = useLocation()
  const problem = useSyncExternalStore(
    code?.subscribe ?? never,
    () => code?.problem() ?? null,
    () => null,
  )
  return (
    <div role="status">
      {code && problem && pathname === code.pathname && (
        <Note>
          <span>{texts[problem]}</span>
          <Button variant="quiet" onClick={code.retry}>
            Try again
          </Button>
        </Note>
      )}
    </div>
  )
}
