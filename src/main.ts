import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationError, readConfig, type Config } from '#platform/config.ts'
import { startEmbedded, type Embedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { tlsOptions } from '#platform/http/tls.ts'
import { loadSecrets } from '#platform/secrets.ts'
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

const run = async () => {
  const config = readConfig(process.env, process.argv.slice(2))
  const database = await startDatabase(config)
  try {
    const { applied } = await prepareDatabase(database.ownerUrl)
    if (applied.length > 0) say(`Brought the database up to date (${applied.length} steps)`)
    const tls = await tlsOptions(config)
    const distDir = join(import.meta.dirname, '../dist')
    const server = await openServer({
      ownerUrl: database.ownerUrl,
      readUrl: config.databaseReadUrl,
      dataDir: config.dataDir,
      secrets: loadSecrets(config.dataDir, {
        ...(config.secret && { secret: config.secret }),
        ...(config.previousSecret && { previousSecret: config.previousSecret }),
      }),
      tls,
      logger: config.logLevel === 'silent' ? false : { level: config.logLevel },
      metricsToken: config.metricsToken,
      distDir: existsSync(join(distDir, 'index.html')) ? distDir : undefined,
    })
    const port = await listen(server.app, config)
    say(`Kliniki is ready at ${addressOf(config, port, tls !== undefined)}`)
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
