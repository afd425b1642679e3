import { createElement } from 'react'
import { Link, useLocation } from 'react-router-dom'

export function Component() {
  const { pathname } = useLocation()
  return createElement(
    'div',
    null,
    createElement('h1', null, `This is ${pathname}`),
    createElement(Link, { to: '/products' }, 'To the products'),
  )
}
