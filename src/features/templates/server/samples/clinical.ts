import type { PrintWording } from '#features/company/contract.ts'
import { clinicTimeZone, readClinicHead } from '#features/company/public.ts'
import { printLetterWords } from '#features/letters/public.ts'
import { findLabelClinic, printLabels } from '#features/pharmacy/public.ts'
import { barcodeOf, printPrescription } from '#features/prescriptions/public.ts'
import { printReferralWords } from '#features/referrals/public.ts'
import { dayIn } from '#shared/dates.ts'
import { born, day, moment } from '#platform/pdf/printed-values.ts'
import { printedBy, SAMPLE_STAMP, samplePatient, type SamplePress } from './press.ts'

const DOCTOR = 'Sample Doctor'
const REGISTRATION = ['Medical officer', 'Registration number SAMPLE-0001 (Sample council)']
const MEDICINE = 'Amoxicillin 500 mg capsule'

/** A prescription for an invented patient. */
export const printSamplePrescription = async (press: SamplePress, wording: PrintWording): Promise<Uint8Array> => {
  const { clinic, own, zone } = await readClinicHead(press.db, press.files, 'a4', wording)
  const { body } = await printPrescription(press.printPdf, {
    filename: 'sample.pdf',
    data: {
      clinic,
      own,
      size: wording.size === 'a4' ? 'a4' : 'a5',
      patient: {
        name: samplePatient.name,
        number: samplePatient.number,
        facts: [
          ['Number', samplePatient.number],
          ['Age', born(samplePatient.born, false, dayIn(zone, press.now))],
          ['Sex', 'Female'],
        ],
      },
      allergies: { is_alarm: true, text: 'Sample allergy, severe' },
      alerts: [],
      diagnosis: 'Pneumonia',
      date: day(dayIn(zone, press.now)),
      visit: samplePatient.number,
      barcode: barcodeOf(0),
      code: SAMPLE_STAMP,
      note: null,
      lines: [
        {
          name: MEDICINE,
          generic: '',
          words: 'One capsule by mouth three times a day for 7 days',
          missing: '',
          external: '',
          quantity: '21 capsules',
          quantity_words: '',
          note: null,
        },
      ],
      prescribers: [{ name: DOCTOR, lines: REGISTRATION }],
    },
  })
  return body as Uint8Array
}

/** A referral of an invented patient. */
export const printSampleReferral = async (press: SamplePress, wording: PrintWording): Promise<Uint8Array> => {
  const { clinic, own, zone } = await readClinicHead(press.db, press.files, 'a4', wording)
  return printReferralWords(
    press.printPdf,
    {
      title: 'Referral letter',
      stamps: [SAMPLE_STAMP],
      to: ['Sample Hospital'],
      facts: [
        ['Date', moment(press.now, zone)],
        ['Referred by', DOCTOR],
      ],
      patient: {
        name: samplePatient.name,
        number: samplePatient.number,
        facts: [
          ['Number', samplePatient.number],
          ['Born', day(samplePatient.born)],
        ],
      },
      note: ['Painful lump in the right groin since May.', 'Please assess for surgery.'],
      sections: [
        { title: 'Allergies', lines: ['Sample allergy, severe'] },
        { title: 'Problems', lines: ['Asthma, since 2010'] },
      ],
      reply: null,
      replied: '',
      signer: { name: DOCTOR, lines: REGISTRATION },
      foot: printedBy(press, moment(press.now, zone)),
    },
    { clinic, own, zone, size: wording.size },
  )
}

/** A label of a medicine for an invented patient, in the size that the pharmacy's labels have. */
export const printSampleLabel = async ({ db, printPdf, now }: SamplePress, wording: PrintWording): Promise<Uint8Array> => {
  const clinic = { ...(await findLabelClinic(db)), wording }
  const line = {
    id: 0,
    name: MEDICINE,
    unit: 'capsule',
    units: 21,
    structure: null,
    typed: '1 capsule three times a day for 7 days',
    prescriber: DOCTOR,
    batches: [{ lot: SAMPLE_STAMP, expires_on: null }],
  }
  const facts = {
    number: samplePatient.number,
    kind: 'prescription' as const,
    patient: null,
    name: samplePatient.name,
    language: null,
    dispensed_at: now,
    lines: [line],
  }
  const { body } = await printLabels(printPdf, facts, clinic)
  return body as Uint8Array
}

/** A letter about an invented patient. */
export const printSampleLetter = async (press: SamplePress, wording: PrintWording): Promise<Uint8Array> =>
  printLetterWords(
    press,
    {
      title: 'Sick note',
      number: samplePatient.number,
      stamps: [SAMPLE_STAMP],
      date: day(dayIn(await clinicTimeZone(press.db), press.now)),
      body: `To whom it may concern\n\n${samplePatient.name} was seen here today and is unfit for work for three days.`,
      signer: { name: DOCTOR, lines: REGISTRATION },
      foot: `Printed by ${press.user.first_name} ${press.user.last_name}`.trimEnd(),
    },
    { wording },
  )
