import { readSmtpSettings, SmtpSettingsError, type SmtpSettings } from '@shop/mailer'
import { isIP } from 'node:net'
import path from 'node:path'
import type { ShutdownTimes } from '../shell/server/listen'
import { logLevels, type LogLevel } from '../shell/server/observability/log-levels'

/** Folder that holds the whole shop. */
export const root = path.dirname(import.meta.dirname)

/** A Supabase other than the embedded one. */
export interface ExternalBackend {
  url: string
  key: string
  /** For what runs beside the shop, and for payments by Stripe; pages are made without it. */
  secretKey: string | null
}

/** The options of all commands, read from the environment. */
export interface Environment {
  port: number
  /** Address of this machine at which the web server listens. */
  host: string
  backendPort: number
  dataDir: string
  /** Folder of the release store. */
  releases: string
  /** Serves what is in the store and live in the database, and builds nothing. */
  fromStore: boolean
  /** Public address of the shop. */
  siteUrl: string
  external: ExternalBackend | null
  /** Browsers reach the backend through the web server. */
  proxied: boolean
  /** How many proxies of our own stand before the web server; each appends to `x-forwarded-for`. */
  trustedProxies: number
  /** Workers that render pages; undefined is one for each processor. */
  renderWorkers: number | undefined
  /** From which level on the web server logs. */
  logLevel: LogLevel
  /** Port of `/metrics`; null without. */
  metricsPort: number | null
  /** Whether traces are exported, as the variables of OpenTelemetry say. */
  exportsTraces: boolean
  /** How long a shutdown takes, in milliseconds. */
  shutdown: ShutdownTimes
  /** Where email leaves; null keeps it in the embedded mailbox, or in the outbox of another Supabase. */
  smtp: SmtpSettings | null
  /** Another Supabase may have its payment simulated: a demonstration, which gives its goods away. */
  simulatedAllowed: boolean
  /** Files with public keys, PEM, by which releases may be signed beside this machine's own; `<member>=<file>` for one member alone. */
  releaseKeys: string[]
  /** The token by which one member is promoted and rolled back, in place of the secret key; null without. */
  releaseToken: string | null
  /** The address and token by which pages are purged from a CDN; null without a CDN. */
  cdn: { url: string; token: string | null } | null
  /** The keys of payments by Stripe; null without. */
  stripe: { key: string; webhookSecret: string } | null
}

/** An error the user can fix; shown as its message only. */
export class UsageError extends Error {}

function port(name: string, standard: number): number {
  const value = process.env[name]
  if (value === undefined || value === '') return standard
  const number = Number(value)
  if (Number.isInteger(number) && number > 0 && number < 65536) return number
  throw new UsageError(`${name} "${value}" is no port: set a number from 1 to 65535.`)
}

function metricsPort(shopPort: number): number | null {
  if (!process.env.METRICS_PORT) return null
  const value = port('METRICS_PORT', 0)
  if (value !== shopPort) return value
  throw new UsageError(`METRICS_PORT "${String(value)}" is the shop’s own port: set another.`)
}

function host(): string {
  const value = process.env.HOST || '127.0.0.1'
  if (isIP(value) !== 0 || value === 'localhost') return value
  throw new UsageError(
    `HOST "${value}" is no network address: set one of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
  )
}

/** Where a web server listens; by default at 127.0.0.1. */
export type WebServerAddress = Pick<Environment, 'port'> & Partial<Pick<Environment, 'host'>>

/** The web server's address for a program on the same machine. */
export function localAddress({ host = '127.0.0.1', port }: WebServerAddress): string {
  return webAddress({ '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host, port)
}

const webAddress = (host: string, port: number): string =>
  `http://${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`

/** @param standard seconds without the variable @returns milliseconds */
function seconds(name: string, standard: number): number {
  const value = process.env[name] ?? ''
  if (value === '') return standard * 1000
  if (/^\d{1,3}$/.test(value)) return Number(value) * 1000
  throw new UsageError(`${name} "${value}" is no time: set a number of seconds from 0 to 999.`)
}

function logLevel(): LogLevel {
  const value = process.env.LOG_LEVEL || 'info'
  const level = logLevels.find((each) => each === value)
  if (level) return level
  throw new UsageError(`LOG_LEVEL "${value}" is no level: set one of ${logLevels.join(', ')}.`)
}

function flag(name: string): boolean {
  const value = process.env[name] ?? ''
  if (value === '' || value === '0') return false
  if (value === '1') return true
  throw new UsageError(`${name} "${value}" is neither 1 nor 0: set one of them, or unset it.`)
}

/** True for an address of this machine only. @param url a valid web address */
export function isLocal(url: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

function exportsTraces(): boolean {
  const url = process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!url) return false
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return true
  throw new UsageError(
    `OTEL_EXPORTER_OTLP_ENDPOINT "${url}" is no web address: set one like http://127.0.0.1:4318, or unset it.`,
  )
}

function trustedProxies(): number {
  const value = process.env.TRUSTED_PROXIES ?? ''
  if (/^\d?$/.test(value)) return Number(value)
  throw new UsageError(
    `TRUSTED_PROXIES "${value}" is no count: set how many proxies stand before the web server, 0 to 9.`,
  )
}

function renderWorkers(): number | undefined {
  const value = process.env.RENDER_WORKERS ?? ''
  if (value === '') return undefined
  if (/^[1-9]\d?$/.test(value)) return Number(value)
  throw new UsageError(
    `RENDER_WORKERS "${value}" is no count: set 1 to 99, or unset it for one each processor.`,
  )
}

function external(): ExternalBackend | null {
  const url = process.env.SUPABASE_URL
  const key = process.env.SUPABASE_PUBLISHABLE_KEY
  if (!url) return null
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new UsageError(`SUPABASE_URL "${url}" is no web address: set one like https://project.supabase.co.`)
  }
  if (!key)
    throw new UsageError('SUPABASE_URL is set without SUPABASE_PUBLISHABLE_KEY: set both, or neither.')
  return { url: url.replace(/\/+$/, ''), key, secretKey: process.env.SUPABASE_SECRET_KEY || null }
}

function smtp(): SmtpSettings | null {
  try {
    return readSmtpSettings(process.env.SMTP_URL, process.env.MAIL_FROM)
  } catch (error) {
    throw error instanceof SmtpSettingsError ? new UsageError(error.message) : error
  }
}

function cdn(): Environment['cdn'] {
  const url = process.env.CDN_PURGE_URL
  if (!url) return null
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`CDN_PURGE_URL "${url}" is no web address: set one, or unset it.`)
  return { url, token: process.env.CDN_PURGE_TOKEN || null }
}

function stripe(backend: ExternalBackend | null): Environment['stripe'] {
  const [key = '', webhookSecret = ''] = [process.env.STRIPE_SECRET_KEY, process.env.STRIPE_WEBHOOK_SECRET]
  if (!key && !webhookSecret) return null
  // The embedded backend brings a secret key of its own.
  const value = {
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    SUPABASE_SECRET_KEY: backend ? backend.secretKey : 'embedded',
  }
  const missing = Object.entries(value).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length > 0)
    throw new UsageError(
      `Payments by Stripe need ${missing.join(' and ')} as well: set ${missing.length > 1 ? 'them' : 'it'}, or unset ${key ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET'}.`,
    )
  return { key, webhookSecret }
}

/** What the web server takes payments by Stripe with; null without keys. @param backendKey the secret key of the backend in use */
export function stripeSecrets({ stripe: keys }: Pick<Environment, 'stripe'>, backendKey: string | null) {
  return keys && backendKey ? { stripeKey: keys.key, webhookSecret: keys.webhookSecret, backendKey } : null
}

/**
 * @param provider the setting `payment.provider`
 * @throws UsageError when it asks for keys that are not there, or lets visitors of another Supabase buy without paying
 */
export function ensurePayable(
  provider: string,
  environment: Pick<Environment, 'stripe' | 'external' | 'simulatedAllowed'>,
): void {
  if (provider === 'simulated' && environment.external && !environment.simulatedAllowed) {
    throw new UsageError(
      'The setting payment.provider is "simulated": visitors would get goods and gift cards without paying. ' +
        'Write "stripe" there, or set ALLOW_SIMULATED_PAYMENT=1 for a demonstration.',
    )
  }
  if (provider !== 'stripe' || environment.stripe) return
  throw new UsageError(
    'The setting payment.provider is "stripe": set STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and SUPABASE_SECRET_KEY, or write "simulated" there.',
  )
}

/** @throws UsageError naming the variable and the remedy */
export function readEnvironment(): Environment {
  const shopPort = port('PORT', 3000)
  const siteUrl = process.env.SITE_URL ?? `http://localhost:${String(shopPort)}`
  if (!URL.canParse(siteUrl) || !/^https?:$/.test(new URL(siteUrl).protocol))
    throw new UsageError(`SITE_URL "${siteUrl}" is no web address: set one like https://shop.example.`)
  const backend = external()
  const proxied = flag('SUPABASE_PROXY')
  const address = host()
  const wide = [siteUrl, webAddress(address, shopPort)].find((each) => !isLocal(each))
  if (!backend && proxied && wide !== undefined) {
    throw new UsageError(
      `SUPABASE_PROXY=1 would show the embedded backend to everybody at ${wide}, and it is made for this machine ` +
        'alone: set SUPABASE_URL to another Supabase, or unset SUPABASE_PROXY, SITE_URL or HOST.',
    )
  }
  const dataDir = path.resolve(root, process.env.DATA_DIR ?? '.data')
  return {
    port: shopPort,
    host: address,
    backendPort: port('BACKEND_PORT', 54321),
    dataDir,
    releases: process.env.RELEASES
      ? path.resolve(root, process.env.RELEASES)
      : path.join(dataDir, 'releases'),
    fromStore: flag('FROM_STORE'),
    siteUrl: siteUrl.replace(/\/+$/, ''),
    external: backend,
    proxied,
    trustedProxies: trustedProxies(),
    renderWorkers: renderWorkers(),
    logLevel: logLevel(),
    metricsPort: metricsPort(shopPort),
    exportsTraces: exportsTraces(),
    shutdown: {
      delayMs: seconds('SHUTDOWN_DELAY', 0),
      timeoutMs: seconds('SHUTDOWN_TIMEOUT', 10),
    },
    smtp: smtp(),
    cdn: cdn(),
    simulatedAllowed: flag('ALLOW_SIMULATED_PAYMENT'),
    releaseKeys: (process.env.RELEASE_KEYS ?? '').split(',').filter(Boolean),
    releaseToken: process.env.RELEASE_TOKEN || null,
    stripe: stripe(backend),
  }
}

const diskErrors = ['ENOSPC', 'EDQUOT', 'EROFS']

/** An error that its message explains: wrong use, or a disk that is full or read-only. */
const isPlain = (error: unknown): error is Error =>
  error instanceof Error &&
  (error instanceof UsageError ||
    error.name === 'StartError' ||
    ('code' in error && diskErrors.includes(String(error.code))))

/** Runs a command; a UsageError or a full disk is printed as one line and ends it with exit code 1. */
export function command(main: () => Promise<void>): void {
  // A proxy of the environment (NODE_USE_ENV_PROXY) leads out of this machine, not to its own servers.
  const { NO_PROXY, no_proxy = NO_PROXY } = process.env
  process.env.no_proxy = [no_proxy, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(',')
  // What main throws before it waits for anything is caught as well.
  Promise.resolve()
    .then(main)
    .catch((error: unknown) => {
      console.error(isPlain(error) ? error.message : error)
      process.exit(1)
    })
}
