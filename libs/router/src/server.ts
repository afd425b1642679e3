// Routing for servers; browsers never load this file.
export {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router-dom'
export { pageRules, type PageRule } from './page-rules'
