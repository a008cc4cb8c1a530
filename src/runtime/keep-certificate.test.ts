import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { tlsOptions, type TlsOptions } from '#platform/http/tls.ts'
import { FIXED, keepCertificate } from './keep-certificate.ts'

const DAY = 86_400_000

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kliniki-certificate-'))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the self-made certificate is renewed while the program runs, and no earlier than in its last month', async () => {
  const config = readConfig({ HOST: '0.0.0.0', KLINIKI_DATA: dataDir })
  const first = await tlsOptions(config)
  const used: TlsOptions[] = []
  const message: string[] = []
  const reload = keepCertificate({ config, first, use: (tls) => used.push(tls), say: (line) => message.push(line) })
  vi.setSystemTime(Date.now() + 300 * DAY)
  await reload()
  expect(used).toEqual([])
  expect(message).toEqual([expect.stringMatching(/^The certificate of https is the same, valid until /), FIXED])
  vi.setSystemTime(Date.now() + 70 * DAY)
  vi.advanceTimersByTime(12 * 3_600_000)
  await expect.poll(() => used.length).toBe(1)
  const days = (new X509Certificate(used[0]!.cert).validToDate.getTime() - Date.now()) / DAY
  expect(Math.round(days)).toBe(397)
  expect(message.at(-1)).toMatch(/^https uses a new certificate, valid until /)
  // The next start has it as well.
  expect(await tlsOptions(config)).toEqual(used[0])
})

test('plain http has none to keep, and says what needs a restart', async () => {
  const message: string[] = []
  await keepCertificate({
    config: readConfig({ KLINIKI_DATA: dataDir }),
    first: undefined,
    use: () => {},
    say: (line) => message.push(line),
  })()
  expect(message).toEqual([FIXED])
})
