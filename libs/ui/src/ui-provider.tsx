import { ChakraProvider } from '@chakra-ui/react/styled-system'
import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { useState, type ReactNode } from 'react'
import { AnnouncerProvider } from './announcer'
import { ColorModeProvider } from './color-mode'
import { system } from './theme/system'
import { ToastProvider } from './toast-context'

/** Where styles are kept while a page lives. */
export type StyleCache = EmotionCache

export interface UiProviderProps {
  /** Where a server gathers a page's styles; a browser makes its own. */
  styles?: StyleCache
  children: ReactNode
}

/**
 * The house style, the light, toasts and announcements for everything below. A server renders one per request.
 * It draws no toasts itself: place a `Toaster` once.
 */
export function UiProvider({ styles, children }: UiProviderProps) {
  // The key 'css' lets Emotion gather the style elements of a server-rendered page before hydration.
  const [cache] = useState(() => styles ?? createCache({ key: 'css' }))
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={system}>
        <ColorModeProvider>
          <AnnouncerProvider>
            <ToastProvider>{children}</ToastProvider>
          </AnnouncerProvider>
        </ColorModeProvider>
      </ChakraProvider>
    </CacheProvider>
  )
}
