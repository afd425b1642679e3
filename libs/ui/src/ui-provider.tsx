import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import { StoreProvider } from '@shop/state'
import { useState, type ReactNode } from 'react'
import { AnnouncerProvider } from './announcer'
import { PageTheme } from './color-mode'
import { browserStyles, type StyleCache } from './style-cache'
import { system } from './theme/system'

export interface UiProviderProps {
  /** Where a server gathers a page's styles; a browser makes its own. */
  styles?: StyleCache
  children: ReactNode
}

/**
 * The house style, announcements, and the store of theme, toasts and every other atom below. A server renders one per
 * request. It shows no toasts itself: place a `Toaster` once.
 */
export function UiProvider({ styles, children }: UiProviderProps) {
  const [cache] = useState(() => styles ?? browserStyles())
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
