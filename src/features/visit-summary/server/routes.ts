import { readClinicHead, readPrintWording } from '#features/company/public.ts'
import { findDocumentPatient } from '#features/patients/public.ts'
import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound, requireFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import { ownPatient } from '#platform/http/own-patient.ts'
import { toPdfLocale } from '#platform/pdf/pdf-locale.ts'
import { languageNamed, type PrintLanguage } from '#platform/pdf/translate.ts'
import type { Services } from '#platform/services.ts'
import { readPage } from '#platform/db/keyset.ts'
import { listOwnVisits, printOwnVisitSummary, printVisitSummary } from '../contract.ts'
import { countOwnVisits, findOwnVisits, findVisit, findVisitSummary, type SummaryVisit } from './find-summary.ts'
import { printSummaryWords, wordSummary } from './print-summary.ts'

interface Asked {
  db: Db
  now: Date
  visit: SummaryVisit
  language: PrintLanguage | undefined
  /** Who prints; null for the patient. */
  by: string | null
}

/** The summary as PDF; undefined while no note of the visit is signed. */
const makeSummary = async ({ files, printPdf }: Pick<Services, 'files' | 'printPdf'>, { db, now, visit, language: named, by }: Asked) => {
  const found = await findVisitSummary(db, visit, now)
  if (!found) return undefined
  const wording = await readPrintWording(db, 'visit-summary')
  const [head, patient, clinic] = await Promise.all([
    readClinicHead(db, files, 'a4', wording),
    findDocumentPatient(db, visit.patient, now),
    db.selectFrom('company').select('language').executeTakeFirstOrThrow(),
  ])
  const language = named ?? (wording.language || undefined) ?? languageNamed(patient.language) ?? languageNamed(clinic.language) ?? 'en'
  const pdfLocale = toPdfLocale(language, head.zone)
  const when = pdfLocale.moment(now)
  const printed = by === null ? pdfLocale.t('Created on {when}', { when }) : pdfLocale.t('Printed {when} by {who}', { when, who: by })
  const words = wordSummary(found, patient, { pdfLocale, today: dayIn(head.zone, now), printed, language })
  const body = await printSummaryWords(printPdf, words, { clinic: head.clinic, own: head.own, size: wording.size })
  return { body, filename: `visit-${visit.number.replaceAll('/', '-')}.pdf`, inline: true }
}

/** What patients take home of a visit, from the staff and from their own pages. Printed before the transaction begins: no connection waits for it. */
export const routes = (services: Pick<Services, 'files' | 'printPdf'>): Route[] => [
  handlePrepared(
    printVisitSummary,
    async ({ db, params, query, user, now }) => {
      const visit = requireFound(await findVisit(db, params.id), 'Visit')
      const by = `${user.first_name} ${user.last_name}`.trim()
      const download = await makeSummary(services, { db, now, visit, language: query.language, by })
      if (!download) throw conflict('No signed note in this visit. Sign the note first.', { visit: visit.id }, 'not_signed')
      return { visit, download }
    },
    async ({ prepared: { visit, download }, audit }) => {
      audit('print', { entity: 'visit summary', id: visit.id, patient: visit.patient })
      return download
    },
  ),

  handle(listOwnVisits, ({ db, user, query, audit }) => {
    const patient = ownPatient(user)
    audit('read', { entity: 'visits', id: null, patient })
    return readPage(query, { find: (position) => findOwnVisits(db, patient, position), count: () => countOwnVisits(db, patient) })
  }),

  handlePrepared(
    printOwnVisitSummary,
    async ({ db, params, query, user, now }) => {
      const visit = await findVisit(db, params.id, ownPatient(user))
      const download = visit && (await makeSummary(services, { db, now, visit, language: query.language, by: null }))
      if (!visit || !download) throw notFound('Visit')
      return { visit, download }
    },
    async ({ prepared: { visit, download }, audit }) => {
      audit('print', { entity: 'visit summary', id: visit.id, patient: visit.patient })
      return download
    },
  ),
]
