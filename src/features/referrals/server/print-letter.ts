import { sql } from 'kysely'
import type { readClinicHead } from '#features/company/public.ts'
import { findDocumentPatient } from '#features/patients/public.ts'
import { type Signer, signerLines, signerOf } from '#features/users/public.ts'
import { gestationText } from '#features/pregnancies/public.ts'
import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { translator } from '#platform/pdf/translate.ts'
import { born, joined, moment, sexes } from '#platform/pdf/printed-values.ts'
import type { Referral } from '../contract.ts'
import { findSummary } from './find-summary.ts'

const template = new URL('./letter.typ', import.meta.url)
type LetterHead = Pick<Awaited<ReturnType<typeof readClinicHead>>, 'clinic' | 'own' | 'zone'> & { size: string }
type Fact = [label: string, value: string]

const findPatient = async (db: Db, id: number, { at, today }: { at: Date; today: string }) => {
  const patient = await findDocumentPatient(db, id, at)
  const { name, number, gender, phone, date_of_birth: date, is_birth_date_estimated: isEstimated } = patient
  const facts: (Fact | null)[] = [
    ['Number', number],
    ['Born', date === null ? 'Date of birth unknown' : born(date, isEstimated, patient.died_on ?? today)],
    ['Sex', sexes[gender]],
    phone ? ['Phone', phone] : null,
  ]
  return { name, number, facts: facts.filter((fact) => fact !== null) }
}

const findReferrer = async (db: Db, id: number) => {
  const { rows } = await sql<{ signer: Signer }>`
    select ${signerOf(sql`r.signed_as`, sql`r.referred_by`)} as signer from referrals r where r.id = ${id}`.execute(db)
  const { name, ...registration } = rows[0]!.signer
  return { name, lines: signerLines(registration, translator('en')) }
}

/** Paragraphs as they were typed; each line of its own. */
const linesOf = (text: string) => text.split(/\r\n?|\n/)

/** What stands in a letter, in words as they are printed. */
export interface LetterWords {
  title: string
  stamps: string[]
  to: string[]
  facts: Fact[]
  patient: { name: string; number: string; facts: Fact[] }
  note: string[]
  sections: { title: string; lines: string[] }[]
  reply: string[] | null
  replied: string
  signer: { name: string; lines: string[] }
  foot: string
}

/** The letter as PDF, A4 unless the clinic says A5: texts are data to the template, never markup. */
export const printWords = (printPdf: PrintPdf, words: LetterWords, { clinic, own, size }: LetterHead): Promise<Uint8Array> =>
  printPdf(template, {
    ...breakAll(words),
    clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
    own,
    size: size === 'a5' ? 'a5' : 'a4',
  })

/** Whoever examines sees it first: PREGNANT: 12w 3d. */
const pregnancyStamp = (pregnancy: Referral['pregnancy']) => {
  if (pregnancy?.state !== 'pregnant' && pregnancy?.state !== 'past due') return []
  const { gestation_days: days } = pregnancy
  return [days === null ? 'PREGNANT' : `PREGNANT: ${gestationText(days)}`]
}

/** The letter of a referral as PDF, in English. */
export const printLetter = async (
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  printPdf: PrintPdf,
  referral: Referral,
  head: LetterHead,
): Promise<Uint8Array> => {
  const { clinic, zone } = head
  const [sections, signer] = await Promise.all([findSummary(db, user, referral, now), findReferrer(db, referral.id)])
  const to = [referral.doctor_name, referral.department_name, referral.provider, referral.provider_email].filter((line) => line !== null)
  const words: LetterWords = {
    title: 'Referral letter',
    stamps: [
      ...(referral.is_urgent ? ['URGENT'] : []),
      ...pregnancyStamp(referral.pregnancy),
      ...(['declined', 'cancelled'].includes(referral.status) ? [referral.status.toUpperCase()] : []),
    ],
    to: referral.type === 'internal' ? [...to, clinic.name] : to,
    facts: [
      ['Date', moment(referral.referred_at, zone)],
      ...(referral.service === null ? [] : [['For', referral.service] satisfies Fact]),
      ['Referred by', referral.referred_by_name],
      ['Reference', `R-${referral.id}`],
    ],
    patient: await findPatient(db, referral.patient, { at: now, today: dayIn(zone, referral.referred_at) }),
    note: linesOf(referral.note),
    sections: sections
      .filter(({ part }) => part === null || !referral.left_out.includes(part))
      .map(({ title, lines }) => ({ title, lines })),
    reply: referral.reply === null ? null : linesOf(referral.reply),
    replied: referral.replied_at === null ? '' : joined(referral.replied_by_name, moment(referral.replied_at, zone)),
    signer,
    foot: `Printed ${moment(now, zone)} by ${user.first_name} ${user.last_name}`.trimEnd(),
  }
  return printWords(printPdf, words, head)
}
