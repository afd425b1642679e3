import { fontFaceCss, fontFiles } from '@shop/ui/document'
import type { StorybookConfig } from '@storybook/react-vite'

// As in the shop: a font that is late is not shown.
const preloads = fontFiles.map(
  (file) => `<link rel="preload" href="fonts/${file}" as="font" type="font/woff2" crossorigin>`,
)

// The stories stand beside their components. Nothing is sent, and nothing fetched from outside.
const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    { directory: '../../libs/ui/src', titlePrefix: 'Design system' },
    { directory: '../../mf-admin/src/kit', titlePrefix: 'Back office' },
    { directory: '../../mf-admin/src/frame/list-screen', titlePrefix: 'Back office' },
  ],
  staticDirs: [
    { from: '../../libs/ui/fonts', to: '/fonts' },
    { from: '../../shell/media', to: '/media' },
  ],
  previewHead: (head = '') => `${head}${preloads.join('')}<style>${fontFaceCss('fonts')}</style>`,
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: {
    actions: false,
    backgrounds: false,
    controls: false,
    interactions: false,
    measure: false,
    outline: false,
    sidebarOnboardingChecklist: false,
  },
  typescript: { reactDocgen: false },
}

export default config
