import { addons } from 'storybook/manager-api'

// There are no add-ons whose panel it would be.
addons.setConfig({ showPanel: false })
