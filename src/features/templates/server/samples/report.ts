import type { PrintWording } from '#features/company/contract.ts'
import { readClinicHead } from '#features/company/public.ts'
import { readLabSettings } from '#features/lab-catalogue/public.ts'
import { layOutReport, printReport } from '#features/laboratory/public.ts'
import { toPdfLocale } from '#platform/pdf/pdf-locale.ts'
import { SAMPLE_CODE, samplePatient, type SamplePress } from './press.ts'

type Found = Parameters<typeof layOutReport>[0]
type Test = Found['tests'][number]

const DOCTOR = 'Sample Doctor'

const testOf = (id: number, at: Date, facts: Pick<Test, 'name' | 'result' | 'unit' | 'flag' | 'low' | 'high'>): Test => ({
  id,
  panel: id,
  state: 'approved',
  kind: 'quantitative',
  section: 'Haematology',
  request: 1,
  order: 1,
  profile: 'Full blood count',
  requested_at: at,
  sample: 1,
  sample_state: 'received',
  result_id: id,
  observed_at: at,
  range_text: null,
  comment: null,
  approved_at: at,
  approved_by: DOCTOR,
  approver: { name: DOCTOR, title: 'Medical laboratory officer', registration_number: 'SAMPLE-0001', registration_council: null },
  previous: null,
  replaced: null,
  ...facts,
})

const foundAt = (at: Date): Found => ({
  head: {
    patient: 0,
    name: samplePatient.name,
    number: samplePatient.number,
    gender: 'female',
    date_of_birth: samplePatient.born,
    is_birth_date_estimated: false,
    visit: samplePatient.number,
    requests: [{ id: 1, at: at.toISOString(), by: DOCTOR, note: null, is_fasting: null, is_pregnant: null }],
  },
  tests: [
    testOf(1, at, { name: 'Haemoglobin', result: '10.9', unit: 'g/dL', flag: 'low', low: '12.0', high: '15.5' }),
    testOf(2, at, { name: 'Platelets', result: '260', unit: '10*9/L', flag: 'normal', low: '150', high: '400' }),
  ],
  samples: [
    {
      id: 1,
      code: samplePatient.number,
      specimen: 'EDTA',
      requested_at: at,
      collected_at: at,
      collected_by: DOCTOR,
      received_at: at,
      received_by: DOCTOR,
    },
  ],
})

/** A laboratory report of an invented patient. */
export const printSampleReport = async (press: SamplePress, wording: PrintWording): Promise<Uint8Array> => {
  const [head, settings, clinic] = await Promise.all([
    readClinicHead(press.db, press.files, 'a4', wording),
    readLabSettings(press.db),
    press.db.selectFrom('company').select('language').executeTakeFirstOrThrow(),
  ])
  const pdfLocale = toPdfLocale(wording.language || clinic.language, head.zone)
  const who = `${press.user.first_name} ${press.user.last_name}`.trim()
  const printed = pdfLocale.t('Printed {when} by {who}', { when: pdfLocale.moment(press.now), who })
  const report = layOutReport(foundAt(press.now), { pdfLocale, zone: head.zone, note: settings.report_note, printed })
  return printReport(press.printPdf, report, { clinic: head.clinic, own: head.own, address: press.address, code: SAMPLE_CODE })
}
