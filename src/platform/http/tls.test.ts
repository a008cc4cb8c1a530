import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { namesOfThisMachine, tlsOptions, type TlsOptions } from './tls.ts'

let dataDir: string

const configOf = (env: Record<string, string> = {}) => readConfig({ HOST: '0.0.0.0', KLINIKI_DATA: dataDir, ...env })

const made = async (env?: Record<string, string>, now?: Date): Promise<TlsOptions> => {
  const options = await tlsOptions(configOf(env), now)
  if (!options) throw new Error('https was expected')
  return options
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kliniki-tls-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('https', () => {
  it('is not needed where only this machine connects, nor where plain http was asked for', async () => {
    expect(await tlsOptions(configOf({ HOST: '127.0.0.1' }))).toBeUndefined()
    expect(await tlsOptions(configOf({ KLINIKI_HTTP: '1' }))).toBeUndefined()
  })

  it('is served with a certificate of its own for every name of this machine', async () => {
    const options = await made({ HOST: '::' })
    const certificate = new X509Certificate(options.cert)
    expect(certificate.checkHost('localhost')).toBe('localhost')
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
    expect(certificate.ca).toBe(false)
    expect(statSync(join(dataDir, 'secrets', 'tls.json')).mode & 0o777).toBe(0o600)

    const server = createServer(options, (_request, response) => response.end('open'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const body = await new Promise<string>((done, failed) => {
      get({ host: 'localhost', port, ca: options.cert, path: '/', agent: false, family: 4 }, (response) => {
        response.on('data', (data: Buffer) => done(data.toString()))
      }).on('error', failed)
    })
    server.close()
    expect(body).toBe('open')
  })

  it('keeps its certificate until the last thirty days', async () => {
    const first = await made()
    expect(await made()).toEqual(first)
    expect(await made({}, inDays(360))).toEqual(first)
    const renewed = await made({}, inDays(370))
    expect(renewed.cert).not.toBe(first.cert)
    expect(new X509Certificate(renewed.cert).validToDate.getTime()).toBeGreaterThan(inDays(700).getTime())
  })

  it('gets a new certificate when the machine is called otherwise', async () => {
    const first = await made()
    const second = await made({ HOST: 'clinic.example' })
    expect(second.cert).not.toBe(first.cert)
    expect(new X509Certificate(second.cert).checkHost('clinic.example')).toBe('clinic.example')
    expect(namesOfThisMachine('clinic.example')).toContain('clinic.example')
  })

  it('uses the certificate it is given and refuses a key of another', async () => {
    const own = await made()
    const other = await made({ HOST: 'clinic.example' })
    const [cert, key, wrong] = ['cert.pem', 'key.pem', 'wrong.pem'].map((name) => join(dataDir, name)) as [string, string, string]
    writeFileSync(cert, own.cert)
    writeFileSync(key, own.key)
    writeFileSync(wrong, other.key)
    expect(await made({ KLINIKI_TLS_CERT: cert, KLINIKI_TLS_KEY: key, HOST: '127.0.0.1' })).toEqual(own)
    await expect(made({ KLINIKI_TLS_CERT: cert, KLINIKI_TLS_KEY: wrong })).rejects.toThrow('is not the key of')
    await expect(made({ KLINIKI_TLS_CERT: join(dataDir, 'absent'), KLINIKI_TLS_KEY: key })).rejects.toThrow(
      'KLINIKI_TLS_CERT cannot be read',
    )
    await expect(made({ KLINIKI_TLS_CERT: key, KLINIKI_TLS_KEY: key })).rejects.toThrow('are not a certificate and its key')
  })
})
