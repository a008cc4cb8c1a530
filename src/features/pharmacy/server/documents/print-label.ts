import { sql } from 'kysely'
import type { PrintWording } from '#features/company/contract.ts'
import { readPrintWording } from '#features/company/public.ts'
import { dayIn as clinicDayOf } from '#shared/dates.ts'
import type { Download } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { languageNamed, translator, type PrintLanguage } from '#platform/pdf/translate.ts'
import type { LabelFacts, LabelLine } from './find-label.ts'
import { amountOf, dayIn, takenAs } from './label-texts.ts'

const template = new URL('./label.typ', import.meta.url)

interface LabelClinic {
  name: string
  phone: string | null
  language: string
  wording: PrintWording
  time_zone: string
  label_width: number
  label_height: number
  label_note: string
}
/** The clinic as its labels name it, and how large they are. */
export const findLabelClinic = async (db: Db): Promise<LabelClinic> => {
  const { rows } = await sql<Omit<LabelClinic, 'wording'>>`
    select c.name, c.phone1 as phone, c.language, c.time_zone, s.label_width, s.label_height, s.label_note
    from company c, pharmacy_settings s`.execute(db)
  return { ...rows[0]!, wording: await readPrintWording(db, 'drug-label') }
}

/** So much of a name as a label has room for. */
const shortened = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`)

const labelOf = (line: LabelLine, facts: LabelFacts, clinic: LabelClinic, language: PrintLanguage) => {
  const t = translator(language)
  const [first] = line.batches
  const lots = line.batches.map(({ lot }) => lot).filter(Boolean)
  return {
    item: shortened(line.name, 90),
    amount: amountOf(line.units, line.unit, t),
    words: takenAs(line, t),
    name: shortened(facts.name, 70),
    day: dayIn(clinicDayOf(clinic.time_zone, facts.dispensed_at), language),
    batch: [
      lots.length > 0 && t('Lot {lot}', { lot: shortened(lots.join(', '), 60) }),
      first?.expires_on && t('Use by {day}', { day: dayIn(first.expires_on, language) }),
    ]
      .filter(Boolean)
      .join(' · '),
    by:
      facts.kind === 'sale'
        ? t('Sold at the counter')
        : line.prescriber === null
          ? ''
          : t('Prescribed by {who}', { who: shortened(line.prescriber, 60) }),
    number: facts.number,
  }
}

/** Labels as PDF, one to a page of the size that was set; in the patient's language, else the clinic's, unless one is named. */
export const printLabels = async (printPdf: PrintPdf, facts: LabelFacts, clinic: LabelClinic, named?: PrintLanguage): Promise<Download> => {
  const language =
    named ?? (clinic.wording.language || undefined) ?? languageNamed(facts.language) ?? languageNamed(clinic.language) ?? 'en'
  const body = await printPdf(template, {
    width: clinic.label_width,
    height: clinic.label_height,
    language,
    ...breakAll({
      clinic: shortened(clinic.name, 60),
      phone: clinic.wording.hidden.includes('address') ? '' : (clinic.phone ?? ''),
      note: clinic.label_note,
      labels: facts.lines.map((line) => labelOf(line, facts, clinic, language)),
    }),
  })
  return { body, filename: `labels-${facts.number.replaceAll('/', '-')}.pdf`, inline: true }
}
