import type { Client } from 'pg'
import type { Applied } from './datapackage.ts'
import { ExportError } from './export-error.ts'
import type { ExportRules } from './rules.ts'
import { allTables } from './tables.ts'

/** ExportError unless nobody else works with the database. */
const refuseWhileUsed = async (client: Client) => {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  if (rows[0]?.others) throw new ExportError('Kliniki, or another program, is working with the database: stop it first.')
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

const versionOf = (applied: readonly Applied[]) => applied.at(-1)?.name.replace('.sql', '') ?? 'nothing'

/** ExportError unless the archive has the tables that this program has. */
const refuseOtherVersion = async (client: Client, theirs: readonly Applied[], program: string) => {
  const { rows: ours } = await client.query<Applied>('select version, name, checksum from schema_migrations order by version')
  const isSame =
    ours.length === theirs.length && ours.every(({ name, checksum }, i) => theirs[i]?.name === name && theirs[i].checksum === checksum)
  if (isSame) return
  const last = (applied: readonly Applied[]) => applied.at(-1)?.version ?? 0
  const way =
    last(theirs) < last(ours)
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
  await refuseWhileUsed(client)
}
