import type { PaperKind, PaperWording } from '#features/company/contract-papers.ts'
import { printCardWords } from '#features/patients/public.ts'
import { day } from '#platform/pdf/words.ts'
import { printSampleBill, printSampleOrder } from './bills.ts'
import { printSampleLabel, printSampleLetter, printSamplePrescription, printSampleReferral } from './clinical.ts'
import { samplePatient, type SamplePress } from './press.ts'
import { printSampleSummary } from './summary.ts'
import { printSampleReport } from './report.ts'

type Sample = (press: SamplePress, wording: PaperWording) => Promise<Uint8Array>

const samples: Record<PaperKind, Sample> = {
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
export const printSample = (press: SamplePress, kind: PaperKind, wording: PaperWording): Promise<Uint8Array> =>
  samples[kind](press, wording)
