import { isPopoverOpen } from '../drawn-page/use-drawn-popover'
import { drawnSearchId } from './drawn-search'

/** What a visitor has typed into it; null unless it is open. */
export function typedEarly(): string | null {
  if (!isPopoverOpen(drawnSearchId)) return null
  return document.querySelector<HTMLInputElement>(`#${drawnSearchId} input`)?.value ?? ''
}
