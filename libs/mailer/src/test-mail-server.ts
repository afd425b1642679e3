import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SmtpSettings } from './smtp-settings'

/** An email as the mail server received it. */
interface ReceivedEmail {
  recipient: string
  messageId: string
  subject: string
}

/** A mail server of the machine's own that can reject, stall and die. */
export interface TestMailServer {
  settings: SmtpSettings
  taken: ReceivedEmail[]
  /** Rejects a recipient: the reply code, or undefined to accept. */
  reject(recipient: string): number | undefined
  /** Asked with every email whose text has arrived, before it is taken. */
  beforeTaking(): Promise<void>
  /** Closes all connections and stops listening. */
  die(): Promise<void>
  /** Listens again where it did before. */
  revive(): Promise<void>
}

export async function startTestMailServer(): Promise<TestMailServer> {
  let port = 0
  let server: SMTPServer | undefined
  let sockets: Socket[] = []

  const listen = async (): Promise<void> => {
    const started = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onRcptTo: ({ address }, _, done) => {
        const code = mail.reject(address)
        done(
          code === undefined
            ? null
            : Object.assign(new Error(`no room for ${address}`), { responseCode: code }),
        )
      },
      onData: (stream, session, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          void mail.beforeTaking().then(() => {
            const raw = Buffer.concat(parts).toString('utf8')
            const header = (name: string) =>
              new RegExp(`^${name}: *(.*)$`, 'im').exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''
            const recipient = session.envelope.rcptTo.map(({ address }) => address).join()
            mail.taken.push({ recipient, messageId: header('Message-ID'), subject: header('Subject') })
            done()
          }, done)
        })
      },
    })
    // Connection errors while the server stops do not fail a test.
    started.on('error', () => undefined)
    started.server.on('connection', (socket) => sockets.push(socket))
    started.listen(port, '127.0.0.1')
    await once(started.server, 'listening')
    const address = started.server.address()
    port = typeof address === 'object' && address ? address.port : 0
    mail.settings.port = port
    server = started
  }

  const mail: TestMailServer = {
    settings: {
      host: '127.0.0.1',
      port,
      secure: false,
      requireTLS: false,
      from: { name: 'The House', address: 'care@aurelle.test' },
    },
    taken: [],
    reject: () => undefined,
    beforeTaking: () => Promise.resolve(),
    die: async () => {
      const dying = server
      server = undefined
      for (const socket of sockets) socket.destroy()
      sockets = []
      if (dying)
        await new Promise<void>((resolve) => {
          dying.close(resolve)
        })
    },
    revive: listen,
  }
  await listen()
  return mail
}
