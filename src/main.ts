import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError, readConfig, type Config } from '#platform/config.ts'
import { startEmbedded, type Embedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { tlsOptions } from '#platform/http/tls.ts'
import { keepSecret, loadSecrets } from '#platform/secrets.ts'
import { demoPeople, loadDemo, randomPassword } from '../db/seed/load-demo.ts'
import { openSetUp } from '#features/setup/index.ts'
import { jobs } from './jobs.ts'
import { openServer } from './server.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const startDatabase = async ({ databaseUrl, dataDir }: Config): Promise<Pick<Embedded, 'ownerUrl' | 'stop'>> =>
  databaseUrl ? { ownerUrl: databaseUrl, stop: async () => {} } : startEmbedded({ dataDir, log: say, onLost: stopWith })

const stopWith = (error: Error): never => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const addressOf = ({ publicUrl, host, isLoopback }: Config, port: number, isSecure: boolean) =>
  publicUrl ?? `${isSecure ? 'https' : 'http'}://${isLoopback || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`

const listen = async (app: Awaited<ReturnType<typeof openServer>>['app'], { port, host }: Config) => {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE') throw new ConfigurationError(`Port ${port} is taken by another program; choose one with PORT.`)
    if (code === 'EACCES') throw new ConfigurationError(`Port ${port} may not be opened by this user; choose one above 1023 with PORT.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new ConfigurationError(`HOST ${host} is not an address of this machine.`)
    throw error
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** Fills an empty clinic, or refreshes a demonstration clinic, and says afterwards who can sign in. */
const prepareDemo = async (ownerUrl: string, { dataDir, demoPassword }: Config) => {
  const password = demoPassword ?? keepSecret(dataDir, 'demo-password', randomPassword)
  await loadDemo(ownerUrl, { now: new Date(), password })
  return () => {
    say('This is a demonstration clinic. Sign in as one of these people:')
    for (const { email, name, group } of demoPeople) say(`  ${email.padEnd(46)} ${name}, ${group.toLowerCase()}`)
    say(`All of them have the password ${password}`)
  }
}

const run = async () => {
  const config = readConfig(process.env, process.argv.slice(2))
  const database = await startDatabase(config)
  try {
    const { applied } = await prepareDatabase(database.ownerUrl, jobs)
    if (applied.length > 0) say(`Brought the database up to date (${applied.length} steps)`)
    const introduce = config.isDemo ? await prepareDemo(database.ownerUrl, config) : undefined
    const tls = await tlsOptions(config)
    const distDir = join(import.meta.dirname, '../dist')
    const secrets = loadSecrets(config.dataDir, {
      ...(config.secret && { secret: config.secret }),
      ...(config.previousSecret && { previousSecret: config.previousSecret }),
    })
    const server = await openServer({
      ownerUrl: database.ownerUrl,
      readUrl: config.databaseReadUrl,
      dataDir: config.dataDir,
      secrets,
      tls,
      logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
      metricsToken: config.metricsToken,
      distDir: existsSync(join(distDir, 'index.html')) ? distDir : undefined,
    })
    const port = await listen(server.app, config)
    await server.startJobs()
    say(`Kliniki is ready at ${addressOf(config, port, tls !== undefined)}`)
    introduce?.()
    const code = await openSetUp(database.ownerUrl, secrets.codeKey, new Date())
    if (code) say(`This clinic is new. Set it up there with the code ${code}`)
    if (!config.isLoopback && !tls) say('Warning: without https, passwords and records cross the network in the clear.')

    let stopping = false
    const stop = async () => {
      if (stopping) return
      stopping = true
      say('Stopping')
      await server.close()
      await database.stop()
      process.exit(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  } catch (error) {
    await database.stop()
    throw error
  }
}

try {
  await run()
} catch (error) {
  if (error instanceof ConfigurationError) stopWith(error)
  throw error
}
