import { renderApp, type RenderOptions } from '@shop/testing'
import { Dialog } from '@shop/ui'
import type { ReactNode } from 'react'
import { preloadControls } from './kit/controls'
import routes from './routes'

// So that no test waits for them.
await Promise.all([preloadControls(), Dialog.preload()])

/** Opens a path of this remote as the shell would. */
export const open = (path: RenderOptions['path']) => renderApp(routes, { path })

/** Shows a part of a screen, in the frame of the back office. */
export const openPart = (part: ReactNode) =>
  renderApp(
    [
      {
        lazy: () => import('./frame/staff/staff-root'),
        children: [
          {
            path: '/admin',
            lazy: () => import('./frame/layout/back-office'),
            children: [{ path: '/admin/part', element: part }],
          },
        ],
      },
    ],
    { path: '/admin/part' },
  )
