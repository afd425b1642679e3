import { fireEvent, screen } from '@testing-library/react'

/** Opens and closes menus as a browser does; the DOM of unit tests has no popovers. */
export async function openMenu(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name })
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '')
  if (!menu) throw new Error(`"${name}" opens no menu`)
  const toggle = (newState: string) => {
    for (const type of ['beforetoggle', 'toggle'])
      fireEvent(menu, Object.assign(new Event(type), { newState }))
  }
  menu.hidePopover = () => toggle('closed')
  toggle('open')
}
