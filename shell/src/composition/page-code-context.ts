import { createContext } from 'react'
import type { PageCode } from './page-code'

/** The code of the page that the server rendered; null where the browser renders it. */
export const PageCodeContext = createContext<PageCode | null>(null)
