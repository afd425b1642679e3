import { defineApp } from '@shop/federation/build'

export default defineApp({
  name: 'mf-catalog',
  owner: 'catalogue',
  role: 'remote',
  mounts: ['/', '/products', '/categories', '/search', '/wishlist'],
  serverRendered: true,
  sharesCode: true,
})
