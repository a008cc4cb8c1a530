import { readLabSettings } from '#features/lab-catalogue/public.ts'
import type { Sample } from '#features/laboratory/contract.ts'
import type { Download } from '#shared/endpoint.ts'
import { barPicture } from '#platform/barcodes.ts'
import type { Db } from '#platform/db/connect.ts'
import { breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { birth, joined, moment } from '#platform/pdf/printed-values.ts'

const template = new URL('./label.typ', import.meta.url)

/** So much of a text as a label has room for. */
const shortened = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`)

const sexes: Record<string, string> = { female: 'F', male: 'M', other: 'O' }

interface LabelClinic {
  name: string
  time_zone: string
}

const labelOf = (sample: Sample, { time_zone }: LabelClinic) => ({
  code: sample.patient_sample_code,
  barcode: barPicture(sample.patient_sample_code),
  name: shortened(sample.patient_name, 70),
  patient: joined(
    sample.patient_number,
    sample.date_of_birth && birth(sample.date_of_birth, sample.is_birth_date_estimated),
    sexes[sample.gender],
  ),
  specimen: shortened(joined(sample.specimen_name, sample.container_name), 90),
  tests: shortened(sample.tests.join(', '), 120),
  at: moment(sample.collected_at ?? sample.requested_at, time_zone),
})

/**
 * Labels of samples as PDF, in this order, one to a page of the size that was set, `copies` of each: the number as a bar code that every
 * scanner and analyser reads, whose it is, and what is to be done with it.
 */
export const printSampleLabels = async (db: Db, printPdf: PrintPdf, samples: readonly Sample[], copies: number): Promise<Download> => {
  const [settings, clinic] = await Promise.all([
    readLabSettings(db),
    db.selectFrom('company').select(['name', 'time_zone']).executeTakeFirstOrThrow(),
  ])
  const body = await printPdf(template, {
    width: settings.label_width,
    height: settings.label_height,
    clinic: clinic.name,
    labels: samples.flatMap((sample) => {
      const { barcode: bars, ...words } = labelOf(sample, clinic)
      return Array.from({ length: copies }, () => ({ ...breakAll(words), barcode: bars }))
    }),
  })
  const [first] = samples
  const name = samples.length === 1 ? first!.patient_sample_code.replaceAll('/', '-') : 'samples'
  return { body, filename: `labels-${name}.pdf`, inline: true }
}
