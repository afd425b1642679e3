import createCache from '@emotion/cache'
import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { UiProvider, type StyleCache } from './ui-provider'

/** Renders a component with the theme, as the shell does. */
export function renderUi(children: ReactNode): RenderResult {
  return render(children, { wrapper: ({ children: inner }) => <UiProvider>{inner}</UiProvider> })
}

/** Styles of pages whose look no test asks for: the test DOM would match each rule in its document with each element of a query. */
export const stylesOutsideDocument: StyleCache | undefined =
  typeof document === 'undefined'
    ? undefined
    : createCache({ key: 'am', container: document.createElement('div') })
