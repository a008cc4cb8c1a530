import { readClinicHead, readPrintWording } from '#features/company/public.ts'
import { requirePatient } from '#features/patients/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { readPage } from '#platform/db/keyset.ts'
import { createReferral, getReferral, listLetterParts, listReferrals, moveReferral, printReferralLetter } from '../contract.ts'
import { moveOn } from './move-referral.ts'
import { findSummary } from './find-summary.ts'
import { printLetter } from './print-letter.ts'
import { countReferrals, findReferral, findReferrals } from './queries.ts'
import { referPatient } from './refer-patient.ts'

export const routes = ({ files, printPdf }: Pick<Services, 'files' | 'printPdf'>): Route[] => [
  handle(createReferral, async (context) => {
    const { db, body, user, audit, publish } = context
    const id = await referPatient(context, body)
    const referral = (await findReferral(db, user, id))!
    const { visit, patient, type, is_urgent, service, note, left_out, doctor, department, provider, provider_email } = referral
    const change = { visit, type, is_urgent, service, note, left_out, doctor, department, provider, provider_email }
    audit('refer', { entity: 'referral', id, patient, change })
    publish('referrals', id)
    return referral
  }),

  handle(listReferrals, async ({ db, query, user, audit }) => {
    const { patient_id: patient } = query
    const filters = { ...query, waitingFor: query.to_me ? user.id : undefined }
    const page = await readPage(query, {
      find: (position) => findReferrals(db, user, filters, position),
      ifEmpty: () => patient && requirePatient(db, patient),
      count: () => countReferrals(db, filters),
    })
    auditReads(audit, 'referrals', page.rows, patient)
    return page
  }),

  handle(getReferral, async ({ db, params, user, audit }) => {
    const referral = requireFound(await findReferral(db, user, params.id), 'Referral')
    audit('read', { entity: 'referral', id: referral.id, patient: referral.patient })
    return referral
  }),

  handle(moveReferral, async (context) => {
    const { db, params, body, user, ifMatch, audit, publish } = context
    const before = await moveOn(context, params.id, body, body.version ?? ifMatch)
    const { status, reply, reason } = body
    const change = { status: [before.status, status], reply, reason }
    audit('update', { entity: 'referral', id: params.id, patient: before.patient, change })
    publish('referrals', params.id)
    return (await findReferral(db, user, params.id))!
  }),

  handle(listLetterParts, async ({ db, params, user, now, audit }) => {
    const referral = requireFound(await findReferral(db, user, params.id), 'Referral')
    audit('read', { entity: 'referral letter', id: referral.id, patient: referral.patient })
    const sections = await findSummary(db, user, referral, now)
    return sections.map((section) => ({ ...section, is_left_out: section.part !== null && referral.left_out.includes(section.part) }))
  }),

  handlePrepared(
    printReferralLetter,
    // The logo is read and fitted before the transaction begins.
    async ({ db }) => {
      const wording = await readPrintWording(db, 'referral-letter')
      return { ...(await readClinicHead(db, files, 'a4', wording)), size: wording.size }
    },
    async (context) => {
      const { db, params, query, user, audit, prepared: head } = context
      const referral = requireFound(await findReferral(db, user, params.id), 'Referral')
      const left_out = query.left_out ?? referral.left_out
      const body = await printLetter(context, printPdf, { ...referral, left_out }, head)
      audit('print', { entity: 'referral letter', id: referral.id, patient: referral.patient, change: { left_out } })
      const filename = `referral-${referral.patient_number.replaceAll('/', '-')}-${referral.id}.pdf`
      return { body, filename, inline: true }
    },
  ),
]
