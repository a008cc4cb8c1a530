import { sql } from 'kysely'
import { readClinicHead } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayIn } from '#shared/dates.ts'
import type { Download } from '#shared/endpoint.ts'
import { handle, handlePrepared, type Before, type Route } from '#platform/http/handle.ts'
import { ownPatient } from '#platform/http/own-patient.ts'
import { languageNamed, type PrintLanguage } from '#platform/pdf/translate.ts'
import type { Services } from '#platform/services.ts'
import { downloadOwnData, getOwnDownloads } from '#features/portal/contract-data.ts'
import { printData } from './print-data.ts'
import { readData, type OwnData, type Owner } from './read-data.ts'

/** Whoever takes over an account empties it once: they are stopped here, and a person never needs more. */
const LIMIT = { points: 5, seconds: 3_600 }
const JSON_TYPE = 'application/json'

const readOwn = (db: Db, owner: Owner, now: Date): Promise<OwnData> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readData(tx, owner, now))

const printLanguage = async (db: Db, { patient }: OwnData): Promise<PrintLanguage> => {
  const { language } = await db.selectFrom('company').select('language').executeTakeFirstOrThrow()
  return languageNamed(patient.language) ?? languageNamed(language) ?? 'en'
}

/** When an account last took the record away; null for never. */
const findLastDownload = async (db: Db, { patient, user }: Owner): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    select a.at from audit_log a
    where a.patient_id = ${patient} and a.actor_id = ${user} and a.action = 'export' and a.entity = 'patient' order by a.id desc limit 1`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/** A patient's whole record, to take away. Read and printed before the transaction begins: no connection waits for a paper. */
export const dataRoutes = ({ limiter, files, printPdf }: Services): Route[] => {
  const make = async ({ db, user, now, type }: Before, language?: PrintLanguage): Promise<OwnData | Download> => {
    const owner = { patient: ownPatient(user), user: user.id }
    await limiter.spend('download of own data', String(user.id), LIMIT)
    const data = await readOwn(db, owner, now)
    if (type === JSON_TYPE) return data
    const head = await readClinicHead(db, files, 'a4')
    const body = await printData(printPdf, data, head, language ?? (await printLanguage(db, data)))
    return { body, filename: `${data.patient.number.replaceAll('/', '-')}-${dayIn(data.clinic.time_zone, now)}.pdf` }
  }
  return [
    handlePrepared(
      downloadOwnData,
      ({ query, ...before }) => make(before, query.language),
      async ({ user, type, audit, publish, prepared }) => {
        const patient = ownPatient(user)
        audit('export', { entity: 'patient', id: patient, patient, change: { as: type } })
        publish('portal', user.id)
        return prepared
      },
    ),
    handle(getOwnDownloads, async ({ db, user }) => ({
      downloaded_at: await findLastDownload(db, { patient: ownPatient(user), user: user.id }),
    })),
  ]
}
