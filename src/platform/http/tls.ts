import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { type Config, ConfigurationError } from '../config.ts'
import { findSecret, writeSecret } from '../secrets.ts'

export interface TlsOptions {
  cert: string
  key: string
}

/** The oldest version of TLS that is spoken. */
export const OLDEST_TLS = 'TLSv1.2'

const day = 86_400_000
const validDays = 397
const renewBeforeDays = 30

/** Every name and address by which the clinic's other machines may call this one. */
export const namesOfThisMachine = (host: string): string[] => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  // A link-local address means nothing without the interface's name, which no certificate can carry.
  const reachable = addresses.filter(({ address }) => !address.startsWith('fe80:')).map(({ address }) => address)
  const isWildcard = host === '0.0.0.0' || host === '::'
  return [...new Set(['localhost', hostname().toLowerCase(), ...reachable, ...(isWildcard ? [] : [host.toLowerCase()])])].sort()
}

const altName = (name: string) => (isIP(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const))

const makeCertificate = async (names: string[], now: Date): Promise<TlsOptions> => {
  const { generate } = await import('selfsigned')
  const made = await generate([{ name: 'commonName', value: `Kliniki ${randomBytes(4).toString('hex')}` }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - day),
    notAfterDate: new Date(now.getTime() + validDays * day),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map(altName) },
    ],
  })
  return { cert: made.cert, key: made.private }
}

const covers = (certificate: X509Certificate, name: string) =>
  Boolean(isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name, { subject: 'never' }))

const isStillGood = (cert: string, names: string[], now: Date): boolean => {
  try {
    const certificate = new X509Certificate(cert)
    return certificate.validToDate.getTime() - now.getTime() > renewBeforeDays * day && names.every((name) => covers(certificate, name))
  } catch {
    return false
  }
}

const ownCertificate = async (dataDir: string, names: string[], now: Date): Promise<TlsOptions> => {
  // Certificate and key in one file: they are replaced together or not at all.
  const kept = findSecret(dataDir, 'tls.json')
  if (kept) {
    const options = JSON.parse(kept) as TlsOptions
    if (isStillGood(options.cert, names, now)) return options
  }
  const made = await makeCertificate(names, now)
  writeSecret(dataDir, 'tls.json', JSON.stringify(made))
  return made
}

const readPem = (setting: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigurationError(`${setting} cannot be read: ${(error as Error).message}.`)
  }
}

const givenCertificate = (certPath: string, keyPath: string): TlsOptions => {
  const options = { cert: readPem('KLINIKI_TLS_CERT', certPath), key: readPem('KLINIKI_TLS_KEY', keyPath) }
  let isPair: boolean
  try {
    isPair = new X509Certificate(options.cert).checkPrivateKey(createPrivateKey(options.key))
  } catch (error) {
    throw new ConfigurationError(
      `KLINIKI_TLS_CERT and KLINIKI_TLS_KEY are not a certificate and its key in PEM form: ${(error as Error).message}.`,
    )
  }
  if (!isPair) throw new ConfigurationError('KLINIKI_TLS_KEY is not the key of KLINIKI_TLS_CERT.')
  return options
}

type TlsConfig = Pick<Config, 'host' | 'isLoopback' | 'dataDir' | 'tlsCert' | 'tlsKey' | 'isPlainHttp'>

/**
 * What the https server needs, or undefined for plain http: only for this machine alone or when asked for. Without files of its own the
 * clinic gets a self-signed certificate, renewed in its last 30 days and when this machine is called otherwise than before.
 */
export const tlsOptions = async (config: TlsConfig, now: Date = new Date()): Promise<TlsOptions | undefined> => {
  if (config.tlsCert && config.tlsKey) return givenCertificate(config.tlsCert, config.tlsKey)
  if (config.isLoopback || config.isPlainHttp) return undefined
  return ownCertificate(config.dataDir, namesOfThisMachine(config.host), now)
}
