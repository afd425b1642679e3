import { defineApp } from '@shop/federation/build'

export default defineApp({
  name: 'mf-cart-checkout',
  port: 3002,
  role: 'remote',
  mounts: ['/cart', '/checkout'],
  serverRendered: true,
})
