import { render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { UiProvider } from './ui-provider'

/** Draws a component inside the house style, as a shell would. */
export function renderUi(children: ReactNode): RenderResult {
  return render(children, { wrapper: ({ children: inner }) => <UiProvider>{inner}</UiProvider> })
}
