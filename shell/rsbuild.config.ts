import { defineApp } from '@shop/federation/build'

export default defineApp({ name: 'shell', port: 3005, role: 'host', serverRendered: true })
