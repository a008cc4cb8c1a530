import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { noteFound } from '#features/backups/public.ts'
import type { BackupPlace } from '#platform/backup/place.ts'
import { takeBackup } from '#platform/backup/take-backup.ts'
import { backupPlace, ConfigurationError, readConfig } from '#platform/config.ts'
import { connect } from '#platform/db/connect.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { backupSums as sums } from '../src/runtime/backup-sums.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

const USAGE = 'Usage: npm run backup'

const say = (line: string) => process.stdout.write(`${line}\n`)

const readArguments = () => {
  try {
    parseArgs({ options: {} })
  } catch (error) {
    throw new ConfigurationError(`${(error as Error).message}. ${USAGE}`)
  }
}

/** So that the screen shows it; the schema may be an older one, which knows of no backups. */
const note = async (login: string, place: BackupPlace) => {
  const connection = connect(login, 'kliniki_app', { max: 1 })
  try {
    await noteFound(connection.db, place, new Date())
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error
  } finally {
    await connection.close()
  }
}

const run = async () => {
  readArguments()
  const place = backupPlace(readConfig(process.env))
  const database = await openDatabase(place, { join: true })
  try {
    const begun = performance.now()
    const { name, bytes, key } = await takeBackup({ ...place, sums })
    say(`Saved in ${Math.ceil((performance.now() - begun) / 1000)} s: ${join(place.backupsDir, name)} (${Math.ceil(bytes / 1e6)} MB)`)
    if (key === 'secret') {
      say(`Warning: no passphrase is set, so this backup can only be read with ${join(place.dataDir, 'secrets')}. Set one under`)
      say('Administration, Backups; or keep a copy of that folder in another safe place.')
    }
    await note(database.logins.kliniki_app, place)
  } finally {
    await database.stop()
  }
}

try {
  await run()
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
