// Routing for servers; browsers never load this file.
export { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
export { pageRules, type PageRule } from './page-rules'
