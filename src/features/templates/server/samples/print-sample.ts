import type { PrintKind, PrintWording } from '#features/company/contract.ts'
import { printCardWords } from '#features/patients/public.ts'
import { day, born } from '#platform/pdf/printed-values.ts'
import { printSampleBill, printSampleOrder } from './bills.ts'
import { printSampleLabel, printSampleLetter, printSamplePrescription, printSampleReferral } from './clinical.ts'
import { samplePatient, type SamplePress, SAMPLE_STAMP } from './press.ts'
import { printSampleReport } from './report.ts'
import { readClinicHead } from '#features/company/public.ts'
import { printSummaryWords } from '#features/visit-summary/public.ts'
import { toPdfLocale } from '#platform/pdf/pdf-locale.ts'

/** What an invented patient takes home of a visit. */
const printSampleSummary = async (press: SamplePress, wording: PrintWording): Promise<Uint8Array> => {
  const [head, clinic] = await Promise.all([
    readClinicHead(press.db, press.files, 'a4', wording),
    press.db.selectFrom('company').select('language').executeTakeFirstOrThrow(),
  ])
  const language = wording.language || clinic.language
  const pdfLocale = toPdfLocale(language, head.zone)
  const { t, dayOf } = pdfLocale
  const who = `${press.user.first_name} ${press.user.last_name}`.trim()
  return printSummaryWords(
    press.printPdf,
    {
      title: t('Your visit'),
      language,
      date: dayOf(press.now),
      number: SAMPLE_STAMP,
      patient: {
        name: samplePatient.name,
        number: samplePatient.number,
        facts: [
          [t('Number'), samplePatient.number],
          [t('Age'), born(samplePatient.born, false, '2026-05-04', pdfLocale)],
          [t('Sex'), t('Female')],
        ],
      },
      sections: [
        { title: t('When to come back at once'), isFramed: true, lines: ['Sample danger sign'] },
        { title: t('Why you came'), isFramed: false, lines: ['Cough for two weeks'] },
        { title: t('What was found'), isFramed: false, lines: ['Pneumonia'] },
        { title: t('What to do next'), isFramed: false, lines: ['Rest, and drink enough.'] },
      ],
      medicines: {
        title: t('Your medicines'),
        lines: [{ name: 'Amoxicillin 500 mg capsule', words: 'One capsule by mouth three times a day for 7 days' }],
      },
      seen: { title: t('Who saw you'), people: [{ name: 'Sample Doctor', lines: ['Medical officer'] }] },
      foot: t('Printed {when} by {who}', { when: pdfLocale.moment(press.now), who }),
      page: t('Page {page} of {pages}', { page: '{page}', pages: '{pages}' }),
    },
    { clinic: head.clinic, own: head.own, size: wording.size },
  )
}

type Sample = (press: SamplePress, wording: PrintWording) => Promise<Uint8Array>

const samples: Record<PrintKind, Sample> = {
  invoice: (press, wording) => printSampleBill(press, 'invoice', wording),
  receipt: (press, wording) => printSampleBill(press, 'receipt', wording),
  'credit-note': (press, wording) => printSampleBill(press, 'credit-note', wording),
  'laboratory-report': printSampleReport,
  prescription: printSamplePrescription,
  'referral-letter': printSampleReferral,
  letter: printSampleLetter,
  'visit-summary': printSampleSummary,
  'drug-label': printSampleLabel,
  'patient-card': ({ db, printPdf }, wording) =>
    printCardWords(
      db,
      printPdf,
      {
        kind: 'card',
        ...samplePatient,
        born: `born ${day(samplePatient.born)}`,
        gender: 'Female',
        allergies: ['Sample allergy (severe)'],
        no_allergies: null,
      },
      wording,
    ),
  'purchase-order': printSampleOrder,
}

/** A kind of paper as it comes from the printer, by the templates that print the real ones, about a patient who is nobody. */
export const printSample = (press: SamplePress, kind: PrintKind, wording: PrintWording): Promise<Uint8Array> =>
  samples[kind](press, wording)
