// What only a server needs of the routing; browsers never load this.
export { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
