import { Button } from '@shop/ui'
import { createElement, useState } from 'react'

export function Component() {
  const [name, setName] = useState('A button of the shop')
  return createElement(
    'div',
    null,
    createElement('h1', null, 'With the shop’s design'),
    createElement(Button, { onClick: () => setName('Pressed') }, name),
  )
}
