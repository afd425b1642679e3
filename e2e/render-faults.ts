import type { spoilServerBuild } from './faulty-code'

/** What goes wrong while the web server renders; the release itself is in order. */
interface RenderFault {
  what: string
  code: Parameters<typeof spoilServerBuild>[0]
  /** Whether its own page is rendered nevertheless; otherwise the shell's frame is sent, and browsers render the rest. */
  renders: boolean
  /** The text that the log must contain. */
  logged: RegExp | null
}

export const renderFaults: readonly RenderFault[] = [
  {
    what: 'throws at import on the server',
    code: { before: "throw new Error('It threw at import');" },
    renders: false,
    logged: /It threw at import/,
  },
  {
    what: 'throws at render on the server',
    code: { render: "throw new Error('It threw at render')" },
    renders: false,
    logged: /It threw at render/,
  },
  {
    what: 'rejects unhandled on the server',
    code: { before: "void Promise.reject(new Error('Nobody caught it'));" },
    renders: true,
    logged: /Nobody caught it/,
  },
  { what: 'loops without end', code: { render: 'for (;;);' }, renders: false, logged: /longer than/ },
  {
    what: 'takes 500 MB',
    code: { render: '(globalThis.held ??= []).push(new Uint8Array(5e8).fill(1)); return null' },
    renders: false,
    logged: null,
  },
]
