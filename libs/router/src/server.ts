// What only a server needs of the routing; browsers never load this.
export { createStaticHandler, createStaticRouter, StaticRouterProvider, type StaticHandlerContext } from 'react-router-dom'
