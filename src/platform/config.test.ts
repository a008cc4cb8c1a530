import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigurationError, readConfig } from './config.ts'

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(readConfig({ PATH: '/bin', KLINIKI_DATA: '' })).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      isLoopback: true,
      dataDir: resolve('data'),
      databaseUrl: undefined,
      isPlainHttp: false,
      workers: 1,
      logLevel: 'warn',
      isDemo: false,
      isDev: false,
    })
  })

  it('takes what is set', () => {
    const env = { PORT: '0', HOST: '0.0.0.0', KLINIKI_HTTP: '1', KLINIKI_PUBLIC_URL: 'https://clinic.example/', WEB_WORKERS: '2' }
    expect(readConfig(env, ['--demo', '--dev'])).toMatchObject({
      port: 0,
      isLoopback: false,
      isPlainHttp: true,
      publicUrl: 'https://clinic.example',
      workers: 2,
      isDemo: true,
      isDev: true,
    })
  })

  it.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['localhost', true],
    ['::1', true],
    ['::', false],
    ['192.168.1.5', false],
    ['127.example.org', false],
  ])('knows whether %s can be reached by others', (HOST, isLoopback) => {
    expect(readConfig({ HOST }).isLoopback).toBe(isLoopback)
  })

  it('listens to instruments where it is told to, else where it listens to people, and on this machine alone where it does so', () => {
    const hosts = [{}, { HOST: '::1' }, { HOST: '10.1.2.3' }, { HOST: '10.1.2.3', KLINIKI_ANALYSER_HOST: '10.9.9.9' }]
    expect(hosts.map((env) => readConfig(env).analyserHost)).toEqual(['127.0.0.1', '127.0.0.1', '10.1.2.3', '10.9.9.9'])
  })

  it.each([
    [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must look like postgres://person:password@host:5432/database.'],
    [{ KLINIKI_TLS_CERT: 'a.pem' }, 'KLINIKI_TLS_CERT and KLINIKI_TLS_KEY belong together: set both or neither.'],
    [{ KLINIKI_HTTP: 'yes' }, 'KLINIKI_HTTP must be 1 or 0.'],
    [{ KLINIKI_LOG: 'loud' }, 'KLINIKI_LOG must be debug, info, warn, error or silent.'],
    [{ KLINIKI_SECRET: 'short' }, 'KLINIKI_SECRET must have at least 32 characters.'],
    [{ KLINIKI_DATE: 'x' }, 'KLINIKI_DATE is not a setting of this program.'],
  ])('refuses %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(new ConfigurationError(sentence))
  })

  it('refuses an unknown option', () => {
    expect(() => readConfig({}, ['--dmeo'])).toThrow('--dmeo is not known; the options are --demo and --dev.')
  })
})
