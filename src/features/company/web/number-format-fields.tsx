import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { listNumberFormats, type NumberFormat, updateNumberFormats } from '../contract.ts'
import { writeNumber } from '../rules.ts'
import styles from './company.module.css'

type Formats = ResponseOf<typeof listNumberFormats>

const seriesWords: Record<NumberFormat['series'], string> = {
  patient: 'Patient numbers',
  visit: 'Visit numbers',
  invoice: 'Invoice numbers',
  'credit note': 'Credit notes',
  receipt: 'Receipts',
  sample: 'Sample numbers',
  appointment: 'Appointment numbers',
  'stock note': 'Stock notes',
  transfer: 'Stock transfers',
  'stock count': 'Stock counts',
  requisition: 'Requisitions',
  'purchase order': 'Purchase orders',
  'goods receipt': 'Deliveries',
  'supplier return': 'Returns to suppliers',
  'supplier payment': 'Payments to suppliers',
  dispense: 'Dispensing',
  'patient return': 'Patient returns',
  letter: 'Letters',
}
const WIDEST = 12

/** The number as it would be written, as long as what is typed can be one. */
const exampleOf = (format: NumberFormat): string => {
  const width = Number.isInteger(format.width) ? Math.min(WIDEST, Math.max(1, format.width)) : 1
  return writeNumber({ ...format, width }, Number(today().slice(0, 4)), 1)
}

const FormatsForm = ({ formats }: { formats: Formats }) => {
  const edited = useEndpointForm(updateNumberFormats, {
    initialValues: { formats: formats.map(({ series, prefix, with_year, width }) => ({ series, prefix, with_year, width })) },
    onSaved: () => toast.done(t('Number formats saved.')),
  })
  const { getInputProps, values, isDirty } = edited.form
  return (
    <EndpointForm form={edited} save={t('Save number formats')} isAside>
      <section className="section" aria-label={t('Numbers')}>
        <h2>{t('Numbers')}</h2>
        <p>{t('Formats of patient, visit, invoice and sample numbers.')}</p>
        <div className="form-stack">
          {isDirty() && <Note tone="attention">{t('Existing numbers do not change. Only new ones use this format.')}</Note>}
          {values.formats.map((format, at) => (
            <fieldset key={format.series} className={`grid items-start line-top gap-4-6 phone-two ${styles.numberFormat}`}>
              <legend className="full-width span-all strong">{t(seriesWords[format.series])}</legend>
              <TextInput label={t('Prefix')} maxLength={10} {...getInputProps(`formats.${at}.prefix`)} />
              <NumberInput
                label={t('Minimum digits')}
                min={1}
                max={WIDEST}
                allowDecimal={false}
                {...getInputProps(`formats.${at}.width`)}
              />
              <Checkbox label={t('Include the year')} {...getInputProps(`formats.${at}.with_year`, { type: 'checkbox' })} />
              <output className={`num strong in-row justify-end text-l ${styles.numberExample}`} aria-label={t('Example')}>
                {exampleOf(format)}
              </output>
            </fieldset>
          ))}
        </div>
      </section>
    </EndpointForm>
  )
}

/** How numbers are written from now on, with a live example of each; of `only` these series, or of all. */
export const NumberFormats = ({ only }: { only?: readonly NumberFormat['series'][] }) => {
  const formats = useQuery(query(listNumberFormats))
  return (
    <FourStates query={formats}>
      {(data) => <FormatsForm formats={only ? data.filter(({ series }) => only.includes(series)) : data} />}
    </FourStates>
  )
}
