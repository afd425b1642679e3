import routes from './routes-of-module.js'

export default [...routes, { path: '/partner/button', lazy: () => import('./button-page.js') }]
