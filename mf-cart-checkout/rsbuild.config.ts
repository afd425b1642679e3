import { defineApp } from '@shop/federation/build'

export default defineApp({
  name: 'mf-cart-checkout',
  owner: 'checkout',
  role: 'remote',
  mounts: ['/cart', '/checkout'],
  serverRendered: true,
})
