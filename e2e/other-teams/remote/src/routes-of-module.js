import { createElement, useState } from 'react'

function Counter() {
  const [count, setCount] = useState(0)
  return createElement(
    'div',
    null,
    createElement('h1', null, 'Made by partners'),
    createElement('button', { onClick: () => setCount(count + 1) }, `Pressed ${count} times`),
  )
}

export default [
  { path: '/partner', Component: Counter },
  { path: '/partner/where', lazy: () => import('./where-page.js') },
]
