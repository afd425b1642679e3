import { defineApp } from '@shop/federation/build'

export default defineApp({ name: 'mf-admin', port: 3004, role: 'remote', mounts: ['/admin'] })
