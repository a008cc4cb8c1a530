import { ConfigurationError, readConfig } from '#platform/config.ts'
import { loginsOf } from '#platform/db/logins.ts'
import { ownersWork } from '#platform/owner-work/in-process.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'
import { returnIdleMemory } from '#platform/idle-memory.ts'
import { FIXED } from './runtime/keep-certificate.ts'
import { startJobs } from './runtime/start-jobs.ts'

freezePrototypes()
returnIdleMemory()

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Takes jobs and nothing else, for clinics that give them a process or a machine of their own. */
const run = async () => {
  const config = readConfig(process.env, process.argv.slice(2))
  // Whatever this process starts need not know it.
  delete process.env['DATABASE_URL']
  const { databaseUrl, dataDir, backupsDir, publicUrl, analyserHost } = config
  if (!databaseUrl) throw new ConfigurationError('The worker needs DATABASE_URL: without it the program takes its jobs itself.')
  const asOwner = ownersWork({ ownerUrl: databaseUrl, dataDir, backupsDir, databaseUrl })
  const { secrets } = await asOwner('prepare', { isSavedFirst: false, isDemo: false, demoPassword: undefined, forPeople: false })
  const options = {
    logins: loginsOf(dataDir, databaseUrl),
    dataDir,
    backups: { dataDir, backupsDir, isEmbedded: false },
    secrets,
    publicUrl,
  }
  const work = await startJobs({ task: { options, port: 0, host: '', isAlone: false, analyserHost }, hasAnalysers: false, asOwner, say })
  say('Taking jobs')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await work.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  process.on('SIGHUP', () => (process.stdin.isTTY ? void stop() : say(FIXED)))
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
