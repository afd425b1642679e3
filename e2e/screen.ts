import type { Page } from '@playwright/test'

/** A page in one of its states. */
export interface Screen {
  name: string
  open(page: Page): Promise<unknown>
  /** Widths in px at which it exists; all without. */
  widths?: readonly number[]
}
