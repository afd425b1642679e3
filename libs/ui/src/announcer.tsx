import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { VisuallyHidden } from './layout'

const AnnounceContext = createContext<(message: string) => void>(() => undefined)

/** Renders the polite live region of the page. */
export function AnnouncerProvider({ children }: { children: ReactNode }) {
  const [announcement, setAnnouncement] = useState({ message: '', count: 0 })
  const announce = useCallback(
    (message: string) => setAnnouncement(({ count }) => ({ message, count: count + 1 })),
    [],
  )
  return (
    <AnnounceContext value={announce}>
      {children}
      <VisuallyHidden role="status" aria-live="polite">
        {/* A new element each time, so that a repeated message is announced again. */}
        <span key={announcement.count}>{announcement.message}</span>
      </VisuallyHidden>
    </AnnounceContext>
  )
}

/** Announces a message to screen readers, politely. */
export function useAnnounce(): (message: string) => void {
  return use(AnnounceContext)
}
