export { Dialog } from './dialog'
export { Drawer } from './drawer'
export { Tabs } from './tabs'
