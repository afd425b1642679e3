import { ChakraProvider } from '@chakra-ui/react/styled-system'
import { CacheProvider } from '@emotion/react'
import { useState, type ReactNode } from 'react'
import { AnnouncerProvider } from './announcer'
import { ColorModeProvider } from './color-mode'
import { browserStyles, type StyleCache } from './style-cache'
import { system } from './theme/system'
import { ToastProvider } from './toast-context'

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
  const [cache] = useState(() => styles ?? browserStyles())
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
