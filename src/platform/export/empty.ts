import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Applied } from './datapackage.ts'
import { ExportError } from './export-error.ts'
import type { ExportRules } from './rules.ts'
import { allTables } from './tables.ts'

/** Connections that were just let go are there for a moment, on a busy machine for longer. */
const PATIENCE_MS = 3_000

/** Whether somebody else works with the database. */
export const isUsedByOthers = async (client: Client): Promise<boolean> => {
  const areOthers = async () => {
    // Within a transaction the list is the one that was seen first.
    await client.query('select pg_stat_clear_snapshot()')
    // Of the sessions of other accounts only a superuser is told what kind they are; those that tidy the tables have no account.
    const { rows } = await client.query<{ others: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend') as others`,
    )
    return rows[0]?.others ?? false
  }
  const begun = Date.now()
  let isUsed = await areOthers()
  while (isUsed && Date.now() - begun < PATIENCE_MS) {
    await sleep(100)
    isUsed = await areOthers()
  }
  return isUsed
}

/** ExportError when anybody has set the clinic up or worked in it. */
const refuseUnlessEmpty = async (client: Client, rules: ExportRules) => {
  const unseen = new Set([...Object.keys(rules.leftOut), ...Object.keys(rules.derived), ...rules.filledAtFirst])
  for (const name of [...(await allTables(client)).filter((table) => !unseen.has(table)), 'sessions']) {
    const { rows } = await client.query<{ has: boolean }>(`select exists (select from ${client.escapeIdentifier(name)}) as has`)
    if (rows[0]?.has)
      throw new ExportError(
        `This clinic is not empty (there are rows in ${name}). A whole clinic is imported into a new one that nobody has set up: name another data folder with KLINIKI_DATA, or another database with DATABASE_URL.`,
      )
  }
}

const numberOf = (applied: readonly Applied[]) => applied.at(-1)?.version ?? 0
const versionOf = (applied: readonly Applied[]) => applied.at(-1)?.name.replace('.sql', '') ?? 'nothing'

/** ExportError unless the archive has the tables that this program has. */
const refuseOtherVersion = async (client: Client, theirs: readonly Applied[], program: string) => {
  const { rows: ours } = await client.query<Applied>('select version, name, checksum from schema_migrations order by version')
  const isSame =
    ours.length === theirs.length && ours.every(({ name, checksum }, i) => theirs[i]?.name === name && theirs[i].checksum === checksum)
  if (isSame) return
  const way =
    numberOf(theirs) < numberOf(ours)
      ? 'It is older: bring the clinic that it comes from up to date and export it again, or import it with that version of Kliniki and update that.'
      : 'It is newer, or of another line: update Kliniki first.'
  throw new ExportError(
    `The archive was written by Kliniki ${program} with tables as of ${versionOf(theirs)}; here they are as of ${versionOf(ours)}. ${way}`,
  )
}

/** ExportError, in words for people, unless a whole clinic can be written into this database. */
export const requireEmptyClinic = async (
  client: Client,
  rules: ExportRules,
  { migrations, program }: { migrations: readonly Applied[]; program: string },
): Promise<void> => {
  await refuseOtherVersion(client, migrations, program)
  await refuseUnlessEmpty(client, rules)
  if (await isUsedByOthers(client)) throw new ExportError('Kliniki or another program is using the database. Stop it first.')
}
