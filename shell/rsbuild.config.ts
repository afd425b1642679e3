import { defineApp } from '@shop/federation/build'

export default defineApp({ name: 'shell', owner: 'platform', role: 'host', serverRendered: true })
