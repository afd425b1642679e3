// happy-dom shows and closes a modal dialog, but neither restores the focus nor closes the topmost on Escape. Once a page, since
// the files of a worker share it.
if (typeof document !== 'undefined' && !('restoresFocus' in HTMLDialogElement.prototype)) {
  const { showModal, close } = HTMLDialogElement.prototype
  const openers = new WeakMap<HTMLDialogElement, Element | null>()
  Object.assign(HTMLDialogElement.prototype, {
    restoresFocus: true,
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement)
      showModal.call(this)
    },
    close(this: HTMLDialogElement, value?: string) {
      const opener = openers.get(this)
      openers.delete(this)
      close.call(this, value)
      if (opener instanceof HTMLElement) opener.focus()
    },
  })
  document.addEventListener('keydown', (event) => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1)
    if (event.key !== 'Escape' || event.defaultPrevented || !(top instanceof HTMLDialogElement)) return
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
  })
}
export {}
