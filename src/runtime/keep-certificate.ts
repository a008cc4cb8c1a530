import { X509Certificate } from 'node:crypto'
import { ConfigurationError, type Config } from '#platform/config.ts'
import { tlsOptions, type TlsOptions } from '#platform/http/tls.ts'

const EVERY_MS = 12 * 3_600_000

interface Keeping {
  config: Config
  /** What https began with; undefined for plain http. */
  first: TlsOptions | undefined
  use: (tls: TlsOptions) => void
  say: (line: string) => void
}

/** What SIGHUP does not change. */
export const FIXED =
  'Settings in the environment, such as PORT, DATABASE_URL or KLINIKI_SECRET, are read at a start alone: restart to change them.'

const validUntil = ({ cert }: TlsOptions) => new X509Certificate(cert).validTo

/**
 * Looks twice a day whether the files of the certificate have changed, or the self-made one is to be renewed, and has https use what it finds; live
 * connections stay. Answers what does so at once, on request. A certificate that cannot be used leaves the one before it in use.
 */
export const keepCertificate = ({ config, first, use, say }: Keeping): (() => Promise<void>) => {
  let current = first
  /** Whether there is another certificate now. */
  const renew = async (): Promise<boolean> => {
    const found = await tlsOptions(config)
    if (!found || (found.cert === current?.cert && found.key === current?.key)) return false
    use(found)
    current = found
    say(`https uses a new certificate, valid until ${validUntil(found)}`)
    return true
  }
  const tell = (error: unknown) => {
    if (!(error instanceof ConfigurationError)) throw error
    say(`The certificate stays as it was: ${error.message}`)
  }
  if (first) setInterval(() => void renew().catch(tell), EVERY_MS).unref()
  return async () => {
    try {
      const isNew = await renew()
      if (current && !isNew) say(`The certificate of https is the same, valid until ${validUntil(current)}`)
    } catch (error) {
      tell(error)
    }
    say(FIXED)
  }
}
