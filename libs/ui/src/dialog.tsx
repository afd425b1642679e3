import type { DialogProps, ModalProps } from './dialog-props'
import { onDemand } from './on-demand'

const loadWindow = () => import(/* webpackChunkName: "dialog" */ './dialog-window')

/** A modal dialog of any content: Chakra's, whose code is loaded when the first is opened. */
export const Modal: ReturnType<typeof onDemand<ModalProps>> = onDemand(
  async () => (await loadWindow()).ModalWindow,
  'This',
)

/** A modal dialog with a title, a close button and scrolling content. */
export const Dialog: ReturnType<typeof onDemand<DialogProps>> = onDemand(
  async () => (await loadWindow()).DialogWindow,
  'This',
)
