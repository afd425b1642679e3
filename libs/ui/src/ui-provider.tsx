import { ChakraProvider } from '@chakra-ui/react/styled-system'
import createCache from '@emotion/cache'
import { CacheProvider, type EmotionCache } from '@emotion/react'
import { StoreProvider } from '@shop/state'
import { useState, type ReactNode } from 'react'
import { AnnouncerProvider } from './announcer'
import { PageTheme } from './color-mode'
import { system } from './theme/system'

/** Emotion's cache of the rules of a page. */
export type StyleCache = EmotionCache

export interface UiProviderProps {
  /** Collects the styles of a page on a server; a browser creates its own cache, with the rules of a server-rendered page. */
  styles?: StyleCache
  children: ReactNode
}

/**
 * Provides theme, announcements and the store of all atoms. A server renders one per request. Toasts need a `Toaster`.
 */
export function UiProvider({ styles, children }: UiProviderProps) {
  const [cache] = useState(() => styles ?? createCache({ key: 'am' }))
  return (
    <StoreProvider>
      <CacheProvider value={cache}>
        <ChakraProvider value={system}>
          <AnnouncerProvider>{children}</AnnouncerProvider>
          <PageTheme />
        </ChakraProvider>
      </CacheProvider>
    </StoreProvider>
  )
}
