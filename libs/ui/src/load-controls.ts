import type { ComponentType } from 'react'
import type { ActionMenuProps, TagInputProps } from './controls'

/**
 * Loads the controls of the back office. They are one chunk of the shell, as Chakra's context is the shell's, and a shopper's page
 * loads none of it.
 */
export const loadControls = (): Promise<{
  ActionMenu: ComponentType<ActionMenuProps>
  TagInput: ComponentType<TagInputProps>
}> => import(/* webpackChunkName: "controls" */ './controls')
