import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { VisuallyHidden } from './layout'

const AnnounceContext = createContext<(message: string) => void>(() => undefined)

/** Keeps one polite live region for the page. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ message: '', turn: 0 })
  const announce = useCallback((message: string) => setSaid(({ turn }) => ({ message, turn: turn + 1 })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite">
        {/* A new element each time, so that the same words are said again. */}
        <span key={said.turn}>{said.message}</span>
      </VisuallyHidden>
    </AnnounceContext>
  )
}

/** Says a short sentence to screen readers when they next pause. */
export function useAnnounce(): (message: string) => void {
  return use(AnnounceContext)
}
