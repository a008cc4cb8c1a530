import { X509Certificate } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { currentKey } from '#platform/backup/keys.ts'
import { writeArchive } from '#platform/backup/write-archive.ts'
import { readConfig } from '#platform/config.ts'
import { tlsOptions, type TlsOptions } from '#platform/http/tls.ts'
import { openSite, startProgram, type Program, type Site } from '../testing/servers/program.ts'

// Each of these starts the program, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const folder = (name: string) => {
  const dir = join(site.env['KLINIKI_DATA']!, name)
  mkdirSync(dir, { recursive: true })
  return dir
}
const made = async (name: string): Promise<TlsOptions> => (await tlsOptions(readConfig({ HOST: '0.0.0.0', KLINIKI_DATA: folder(name) })))!

/** The fingerprint of the certificate that a new connection gets. */
const shownBy = (port: number) =>
  new Promise<string>((done, failed) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      done(new X509Certificate(socket.getPeerCertificate().raw).fingerprint256)
      socket.destroy()
    })
    socket.on('error', failed)
  })
const fingerprintOf = ({ cert }: TlsOptions) => new X509Certificate(cert).fingerprint256

test('SIGHUP has every process serve the certificate that lies there now, keeps a good one over a broken one, and names what needs a restart', async () => {
  const [first, second] = [await made('first'), await made('second')]
  const [cert, key] = [join(folder('tls'), 'a.pem'), join(folder('tls'), 'a.key')]
  const lay = (tls: TlsOptions) => {
    writeFileSync(cert, tls.cert)
    writeFileSync(key, tls.key)
  }
  lay(first)
  const program: Program = await startProgram({ ...site.env, WEB_WORKERS: '2', KLINIKI_TLS_CERT: cert, KLINIKI_TLS_KEY: key })
  // Connections are dealt to the processes in turn.
  const shown = async () =>
    new Set([await shownBy(program.port), await shownBy(program.port), await shownBy(program.port), await shownBy(program.port)])
  expect(await shown()).toEqual(new Set([fingerprintOf(first)]))
  lay(second)
  program.signal('SIGHUP')
  await program.says('https uses a new certificate, valid until')
  await program.says(
    'Settings in the environment, such as PORT, DATABASE_URL or KLINIKI_SECRET, are read at a start alone: restart to change them.',
  )
  await expect.poll(shown, { timeout: 30_000 }).toEqual(new Set([fingerprintOf(second)]))
  writeFileSync(cert, 'half a file')
  program.signal('SIGHUP')
  await program.says('The certificate stays as it was: KLINIKI_TLS_CERT and KLINIKI_TLS_KEY are not a certificate and its key')
  expect(await shown()).toEqual(new Set([fingerprintOf(second)]))
  program.signal('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, sentence: '' })
})

test('a start removes what an interrupted backup left, names it, and leaves what another clinic writes', async () => {
  const backups = folder('backups')
  const [mine, other] = [folder('.'), folder('other-clinic')]
  const begin = async (dataDir: string, name: string) => {
    const about = { made_at: new Date().toISOString(), program: '0' }
    const archive = await writeArchive(join(folder('begun'), name), currentKey(dataDir), about)
    await archive.addBytes('secrets/x', Buffer.from('half'))
    // As the disk holds it when the power goes.
    cpSync(join(folder('begun'), `${name}.unfinished`), join(backups, `${name}.unfinished`))
    await archive.abandon()
  }
  await begin(mine, 'kliniki-20260301-020000.kbackup')
  await begin(other, 'kliniki-20260301-020001.kbackup')
  mkdirSync(join(mine, 'backup-check-999999999'))
  const program = await startProgram(site.env)
  program.signal('SIGTERM')
  const { message } = await program.ended
  expect(message).toContain('Removed what an interrupted backup left: kliniki-20260301-020000.kbackup.unfinished (1 MB)')
  expect(message).toContain('Removed what an interrupted backup left: backup-check-999999999')
  expect(readdirSync(backups).filter((name) => name.endsWith('.unfinished'))).toEqual(['kliniki-20260301-020001.kbackup.unfinished'])
})

test('a clinic that gets a KLINIKI_SECRET, another one, and none again starts each time', async () => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)]
  for (const env of [{}, { KLINIKI_SECRET: one }, { KLINIKI_SECRET: two, KLINIKI_SECRET_PREVIOUS: one }, {}]) {
    const program = await startProgram({ ...site.env, ...(env as Record<string, string>) })
    expect(program.message()).not.toContain('cannot be decrypted')
    program.signal('SIGTERM')
    expect(await program.ended).toMatchObject({ code: 0, sentence: '' })
  }
  expect(readFileSync(join(site.env['KLINIKI_DATA']!, 'secrets', 'file-key'), 'utf8')).toHaveLength(43)
})
