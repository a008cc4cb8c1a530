import { join } from 'node:path'
import { openSetUp } from '#features/setup/public.ts'
import { ConfigurationError, readConfig } from '#platform/config.ts'
import { requireKeys, settleKeys } from '#platform/keys/clinic-keys.ts'
import { clockWarning } from '#platform/db/clock-difference.ts'
import { loginsOf } from '#platform/db/logins.ts'
import { asOwner } from '#platform/db/owner.ts'
import { removeLeftovers } from '#platform/backup/leftovers.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { fileStore } from '#platform/files/store.ts'
import type { Orders, Outcomes, OwnersPlace } from '#platform/owner-work/orders.ts'
import { keepSecret, type Secrets } from '#platform/secrets.ts'
import { jobs } from './jobs.ts'
import { sealedColumns } from './tables.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Before a clinic is brought up to date; whoever cannot save may say that it is not wanted. */
const saveFirst = async (place: OwnersPlace) => {
  say('Saving the clinic before it is brought up to date')
  const [{ takeBackup }, { backupSums: sums }] = await Promise.all([import('#platform/backup/take-backup.ts'), import('./backup-sums.ts')])
  try {
    const { name } = await takeBackup({ ...place, sums })
    say(`Saved as ${join(place.backupsDir, name)}`)
  } catch (error) {
    throw new ConfigurationError(
      `The clinic was not brought up to date, as it could not be saved first (${(error as Error).message}). KLINIKI_BACKUP_FIRST=0 goes on without.`,
    )
  }
}

/** Fills an empty clinic, or refreshes a demonstration clinic; answers who can sign in. */
const prepareDemo = async ({ ownerUrl, dataDir }: OwnersPlace, demoPassword: string | undefined, secrets: Secrets): Promise<string[]> => {
  // Only whoever wants a demonstration needs what makes it.
  const { demoPeople, loadDemo, randomPassword } = await import('../../db/seed/load-demo.ts')
  const password = demoPassword ?? keepSecret(dataDir, 'demo-password', randomPassword)
  await loadDemo(ownerUrl, {
    now: new Date(),
    password,
    files: fileStore(join(dataDir, 'files'), secrets.fileKey, secrets.previousFileKeys),
  })
  return [
    'This is a demonstration clinic. Sign in as one of these people:',
    ...demoPeople.map(({ email, name, group }) => `  ${email.padEnd(46)} ${name}, ${group.toLowerCase()}`),
    `All of them have the password ${password}`,
  ]
}

/** Makes a clinic ready to be served, as the owner of its tables. ConfigurationError says why it cannot be. */
export const prepareClinic = async (
  { isDemo, demoPassword, isSavedFirst, forPeople }: Orders['prepare'],
  place: OwnersPlace,
): Promise<Outcomes['prepare']> => {
  const { ownerUrl, dataDir } = place
  const { secret, previousSecret, isWithoutDocuments } = readConfig(process.env)
  const keys = { ownerUrl, dataDir, secret, previousSecret }
  // Before a clinic is brought up to date that could not be served.
  if (!isWithoutDocuments) await requireKeys(keys)
  const before = isSavedFirst ? () => saveFirst(place) : undefined
  const { applied } = await prepareDatabase(ownerUrl, loginsOf(dataDir, ownerUrl), jobs, before)
  if (applied.length > 0) say(`Brought the database up to date (${applied.length} steps)`)
  const { secrets, isToReseal, warnings } = await settleKeys({ ...keys, columns: sealedColumns, isWithoutDocuments })
  const clock = await asOwner(ownerUrl, clockWarning)
  for (const warning of [...warnings, ...(clock ? [clock] : [])]) say(warning)
  for (const left of await removeLeftovers(place)) say(`Removed what an interrupted backup left: ${left}`)
  const introduction = isDemo ? await prepareDemo(place, demoPassword, secrets) : []
  const code = forPeople ? await openSetUp(ownerUrl, secrets.codeKey, new Date()) : null
  if (code) introduction.push(`This clinic is new. Set it up there with the code ${code}`)
  return { secrets, isToReseal, introduction }
}
