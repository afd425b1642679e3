import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import { StoreProvider } from '@shop/state'
import { useState, type ReactNode } from 'react'
import { AnnouncerProvider } from './announcer'
import { PageTheme } from './color-mode'
import { createBrowserStyleCache, type StyleCache } from './style-engine/browser-cache'
import { system } from './style-engine/system'

export interface UiProviderProps {
  /** Collects the styles of a page on a server; a browser creates its own cache. */
  styles?: StyleCache
  children: ReactNode
}

/**
 * Provides theme, announcements and the store of all atoms. A server renders one per request. Toasts need a `Toaster`.
 */
export function UiProvider({ styles, children }: UiProviderProps) {
  const [cache] = useState(() => styles ?? createBrowserStyleCache())
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
