import { renderApp, type RenderOptions } from '@shop/testing'
import { Dialog } from '@shop/ui'
import { preloadControls } from './kit/controls'
import routes from './routes'

// So that no test waits for them.
await Promise.all([preloadControls(), Dialog.preload()])

/** Opens a path of this remote as the shell would. */
export const open = (path: RenderOptions['path']) => renderApp(routes, { path })
