import { defineApp } from '@shop/federation/build'

export default defineApp({
  name: 'mf-account',
  owner: 'accounts',
  role: 'remote',
  mounts: ['/auth', '/account', '/orders', '/create-account', '/receipt', '/review', '/track-order'],
  serverRendered: true,
  sharesCode: true,
})
