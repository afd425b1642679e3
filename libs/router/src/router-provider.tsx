import { createContext, type ComponentProps } from 'react'
import { RouterProvider as Published } from 'react-router-dom'

type Props = ComponentProps<typeof Published>

/** The router of the page, for events that need its state as it is. */
export const RouterContext = createContext<Props['router'] | null>(null)

/** React Router's provider of a page's router. */
export function RouterProvider(props: Props) {
  return (
    <RouterContext value={props.router}>
      <Published {...props} />
    </RouterContext>
  )
}
