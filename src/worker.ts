import { backupPlace, ConfigurationError, readConfig } from '#platform/config.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { jobs } from './jobs.ts'
import { takeJobs } from './take-jobs.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

/** Takes jobs and nothing else, for clinics that give them a process or a machine of their own. */
const run = async () => {
  const config = readConfig(process.env, process.argv.slice(2))
  const { databaseUrl, dataDir } = config
  if (!databaseUrl) throw new ConfigurationError('The worker needs DATABASE_URL: without it the program takes its jobs itself.')
  const secrets = loadSecrets(dataDir, config)
  await prepareDatabase(databaseUrl, jobs)
  const work = await takeJobs({ ownerUrl: databaseUrl, dataDir, backups: backupPlace(config), secrets, publicUrl: config.publicUrl })
  process.stdout.write('Taking jobs\n')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await work.stop()
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
