import { RouterProvider } from '@shop/router'
import { createMemoryRouter } from '@shop/router/testing'
import { Box, DensityProvider, Toaster, UiProvider, useColorMode, VisuallyHidden } from '@shop/ui'
import type { Decorator, Preview } from '@storybook/react-vite'
import { createContext, use, useEffect, type ReactNode } from 'react'
import { addons } from 'storybook/preview-api'

const StoryContext = createContext<ReactNode>(null)

function Page() {
  return (
    <Box as="main" id="main" tabIndex={-1} padding={{ base: '1.25rem', md: '2rem' }}>
      {use(StoryContext)}
      <Toaster />
    </Box>
  )
}

// Links change the address of this router, not that of the gallery.
const router = createMemoryRouter([{ path: '*', Component: Page }])

function Theme({ mode }: { mode: 'light' | 'dark' }) {
  const { setMode } = useColorMode()
  useEffect(() => setMode(mode), [mode, setMode])
  return null
}

// As the shell renders a page. The back office has one density, its own.
const asInTheShop: Decorator = (Story, { globals, id, title }) => {
  const density = title.startsWith('Back office') ? 'desk' : globals.density
  return (
    <UiProvider>
      <Theme mode={globals.theme} />
      <DensityProvider density={density}>
        <StoryContext
          value={
            <>
              <VisuallyHidden as="h1">{`${id}, ${density}`}</VisuallyHidden>
              <Story />
            </>
          }
        >
          <RouterProvider router={router} />
        </StoryContext>
      </DensityProvider>
    </UiProvider>
  )
}

const choice = (title: string, items: string[]) => ({ toolbar: { title, items, dynamicTitle: true } })

const preview: Preview = {
  // Tests show one story after another without loading the page anew: their events are sent to Storybook's channel.
  beforeAll: () => {
    addEventListener('storybook', (event) => {
      if (!(event instanceof CustomEvent)) return
      for (const [name, value] of Object.entries(event.detail)) addons.getChannel().emit(name, value)
    })
  },
  decorators: [asInTheShop],
  parameters: { layout: 'fullscreen' },
  globalTypes: { theme: choice('Theme', ['light', 'dark']), density: choice('Density', ['shop', 'desk']) },
  initialGlobals: { theme: 'light', density: 'shop' },
}

export default preview
