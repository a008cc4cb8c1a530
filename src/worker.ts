import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { connect } from '#platform/db/connect.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { openEventHub } from '#platform/events/hub.ts'
import { fileStore } from '#platform/files/store.ts'
import { startWorker } from '#platform/jobs/worker.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { jobs, works } from './jobs.ts'

const tell = (error: unknown, job = 'queue') => process.stderr.write(`${JSON.stringify({ job, error: String(error) })}\n`)

/** Takes jobs and nothing else, for clinics that give them a process or a machine of their own. */
const run = async () => {
  const config = readConfig(process.env, process.argv.slice(2))
  const { databaseUrl, dataDir } = config
  if (!databaseUrl) throw new ConfigurationError('The worker needs DATABASE_URL: without it the program takes its jobs itself.')
  await prepareDatabase(databaseUrl, jobs)
  const secrets = loadSecrets(dataDir, {
    ...(config.secret && { secret: config.secret }),
    ...(config.previousSecret && { previousSecret: config.previousSecret }),
  })
  const uploadDir = join(dataDir, 'uploads')
  mkdirSync(uploadDir, { recursive: true, mode: 0o700 })
  const connection = connect(databaseUrl, 'kliniki_app', { max: 4 })
  const events = await openEventHub(databaseUrl, 'kliniki_app', tell)
  const worker = await startWorker({
    ...connection,
    works,
    files: fileStore(join(dataDir, 'files'), secrets.fileKey),
    uploadDir,
    events,
    clock: systemClock,
    onError: tell,
  })
  process.stdout.write('Taking jobs\n')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await worker.stop()
    await events.close()
    await connection.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
