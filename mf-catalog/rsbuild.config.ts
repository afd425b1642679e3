import { defineApp } from '@shop/federation/build'

export default defineApp({
  name: 'mf-catalog',
  port: 3001,
  role: 'remote',
  mounts: ['/', '/products', '/categories', '/search', '/wishlist'],
  serverRendered: true,
  sharesCode: true,
})
