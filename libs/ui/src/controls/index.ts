export { ActionMenu, type ActionMenuProps, type MenuAction } from './action-menu'
export { TagInput, type TagInputProps } from './tag-input'
