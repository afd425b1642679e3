import { AuthProvider } from '@shop/auth'
import { CartProvider } from '@shop/cart'
import { renderApp, type RenderOptions } from '@shop/testing'
import routes from './routes'

/** Opens a path of this remote as the shell would. */
export const open = (path: RenderOptions['path'], settings?: RenderOptions['settings']) =>
  renderApp(routes, { path, settings, providers: [AuthProvider, CartProvider] })
