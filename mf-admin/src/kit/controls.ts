import { loadControls, onDemand, type ActionMenuProps, type TagInputProps } from '@shop/ui'

type Control<Props extends object> = ReturnType<typeof onDemand<Props>>

/** A button that opens a menu. */
export const ActionMenu: Control<ActionMenuProps> = onDemand(
  async () => (await loadControls()).ActionMenu,
  'The menu',
)

/** Several short texts. */
export const TagInput: Control<TagInputProps> = onDemand(
  async () => (await loadControls()).TagInput,
  'The field',
)

/** Loads the code of the controls, so that a screen is rendered with them at once. */
export const preloadControls = () => Promise.all([ActionMenu, TagInput].map(({ preload }) => preload()))
