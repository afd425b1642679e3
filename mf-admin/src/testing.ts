import { renderApp, type RenderOptions } from '@shop/testing'
import routes from './routes'

/** Opens a path of this remote as the shell would. */
export const open = (path: RenderOptions['path']) => renderApp(routes, { path })
