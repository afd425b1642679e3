import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { UiProvider } from './ui-provider'

/** Renders a component with the theme, as the shell does. */
export function renderUi(children: ReactNode): RenderResult {
  return render(children, { wrapper: ({ children: inner }) => <UiProvider>{inner}</UiProvider> })
}
