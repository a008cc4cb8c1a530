import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readAllowed } from '#platform/outgoing/allowed.ts'
import type { BackupPlace } from './backup/place.ts'

/** Something only the person who starts the program can put right; its message is the one sentence they are shown. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

const flag = z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0').transform((text) => text === '1' || text === 'true')

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://person:password@host:5432/database' })

const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)

const secret = z.string().min(32, 'must have at least 32 characters')

const Environment = z.object({
  PORT: whole(0, 65_535).optional(),
  HOST: z.string().trim().min(1).optional(),
  KLINIKI_ANALYSER_HOST: z.string().trim().min(1).optional(),
  WEB_WORKERS: whole(1, 64).optional(),
  DATABASE_URL: postgresUrl.optional(),
  KLINIKI_DATA: z.string().min(1).optional(),
  KLINIKI_BACKUPS: z.string().min(1).optional(),
  KLINIKI_BACKUP_FIRST: flag.optional(),
  KLINIKI_BACKUP_PASSPHRASE: z.string().min(1).optional(),
  KLINIKI_TLS_CERT: z.string().min(1).optional(),
  KLINIKI_TLS_KEY: z.string().min(1).optional(),
  KLINIKI_HTTP: flag.optional(),
  KLINIKI_PROXIES: whole(0, 5).optional(),
  KLINIKI_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://clinic.example' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  KLINIKI_PRIVATE_ADDRESSES: z
    .string()
    .superRefine((list, context) => {
      const read = readAllowed(list)
      if ('wrong' in read)
        context.addIssue({
          code: 'custom',
          message: `lists addresses, networks and names, such as 127.0.0.1:11434, 10.0.0.0/8 or mail.lan:25; “${read.wrong}” is none of them`,
        })
    })
    .optional(),
  KLINIKI_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  KLINIKI_DEMO_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  KLINIKI_SECRET: secret.optional(),
  KLINIKI_SECRET_PREVIOUS: secret.optional(),
  KLINIKI_WITHOUT_DOCUMENTS: flag.optional(),
  KLINIKI_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent').optional(),
})

/** Every environment variable that the program knows. */
export const settingNames = Object.keys(Environment.shape)

export interface Config {
  port: number
  host: string
  /** Nobody but this machine can connect. */
  isLoopback: boolean
  /** The address on which instruments of the laboratory are listened to. */
  analyserHost: string
  /** Absolute path. */
  dataDir: string
  /** Absolute path of the folder of backups. */
  backupsDir: string
  /** A clinic that is brought up to date is saved first. */
  isBackupFirst: boolean
  /** Opens a backup that is restored. */
  backupPassphrase: string | undefined
  databaseUrl: string | undefined
  tlsCert: string | undefined
  tlsKey: string | undefined
  /** Plain http was asked for, also beyond this machine. */
  isPlainHttp: boolean
  /** How many proxies of the clinic's own stand in front; what they say about a caller's address is believed. */
  trustedProxies: number
  publicUrl: string | undefined
  metricsToken: string | undefined
  demoPassword: string | undefined
  secret: string | undefined
  previousSecret: string | undefined
  /** Start although the documents that are there cannot be read. */
  isWithoutDocuments: boolean
  workers: number
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  isDemo: boolean
  isDev: boolean
}

/** Where backups of this clinic come from and go to. */
export const backupPlace = ({ dataDir, backupsDir, databaseUrl }: Config): BackupPlace => ({
  dataDir,
  backupsDir,
  databaseUrl,
})

const isLoopbackHost = (host: string) => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const readFlags = (argv: readonly string[]) => {
  const stranger = argv.find((argument) => argument !== '--demo' && argument !== '--dev')
  if (stranger !== undefined) throw new ConfigurationError(`${stranger} is not known; the options are --demo and --dev.`)
  return { isDemo: argv.includes('--demo'), isDev: argv.includes('--dev') }
}

/** Reads environment and arguments (without node and file name); anything unknown or invalid is a ConfigurationError naming it. */
export const readConfig = (env: NodeJS.ProcessEnv, argv: readonly string[] = []): Config => {
  const stranger = Object.keys(env).find((name) => name.startsWith('KLINIKI_') && !settingNames.includes(name))
  if (stranger) throw new ConfigurationError(`${stranger} is not a setting of this program.`)
  // An empty variable is how shells and compose files say "not set".
  const given = Object.fromEntries(settingNames.filter((name) => env[name]).map((name) => [name, env[name]]))
  const read = Environment.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ConfigurationError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const value = read.data
  if (!value.KLINIKI_TLS_CERT !== !value.KLINIKI_TLS_KEY) {
    throw new ConfigurationError('KLINIKI_TLS_CERT and KLINIKI_TLS_KEY belong together: set both or neither.')
  }
  if (value.KLINIKI_HTTP && value.KLINIKI_TLS_CERT) {
    throw new ConfigurationError('KLINIKI_HTTP asks for plain http while KLINIKI_TLS_CERT names a certificate: choose one.')
  }
  const dataDir = resolve(value.KLINIKI_DATA ?? 'data')
  const host = value.HOST ?? '127.0.0.1'
  return {
    port: value.PORT ?? 8080,
    host,
    isLoopback: isLoopbackHost(host),
    analyserHost: value.KLINIKI_ANALYSER_HOST ?? (isLoopbackHost(host) ? '127.0.0.1' : host),
    dataDir,
    backupsDir: resolve(value.KLINIKI_BACKUPS ?? join(dataDir, 'backups')),
    isBackupFirst: value.KLINIKI_BACKUP_FIRST ?? true,
    backupPassphrase: value.KLINIKI_BACKUP_PASSPHRASE,
    databaseUrl: value.DATABASE_URL,
    tlsCert: value.KLINIKI_TLS_CERT,
    tlsKey: value.KLINIKI_TLS_KEY,
    isPlainHttp: value.KLINIKI_HTTP ?? false,
    trustedProxies: value.KLINIKI_PROXIES ?? 0,
    publicUrl: value.KLINIKI_PUBLIC_URL,
    metricsToken: value.KLINIKI_METRICS_TOKEN,
    demoPassword: value.KLINIKI_DEMO_PASSWORD,
    secret: value.KLINIKI_SECRET,
    previousSecret: value.KLINIKI_SECRET_PREVIOUS,
    isWithoutDocuments: value.KLINIKI_WITHOUT_DOCUMENTS ?? false,
    workers: value.WEB_WORKERS ?? 1,
    logLevel: value.KLINIKI_LOG ?? 'warn',
    ...readFlags(argv),
  }
}
