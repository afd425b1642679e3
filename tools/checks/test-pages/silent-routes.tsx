import { defineRoutes } from '@shop/router'

export default defineRoutes([{ path: '/silent' }])
