import { Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStores } from '#features/stock/web/store-field.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { sentNumber } from '#web/text/typed-number.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { getPharmacySettings, updatePharmacySettings } from '../contract.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { date, today } from '#web/text/format.ts'
import styles from './pharmacy.module.css'

interface Props {
  /** In millimetres. */
  width: number
  height: number
  note: string
}

const isSize = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most

/** The paper of a label as large as it will be, with an example on it; nothing while the size is none. */
const LabelPreview = ({ width, height, note }: Props) => {
  const clinic = useClinic()
  if (!isSize(width, 40, 150) || !isSize(height, 25, 150)) return null
  return (
    <figure className="span-all scroll-x mt-2">
      <div className={`stack clipped round-s outlined-strong mb-2 ${styles.label}`} style={{ width: `${width}mm`, height: `${height}mm` }}>
        <p className={`strong ${styles.labelDrug}`}>{t('Amoxicillin 500 mg capsule')} × 21</p>
        <p className={styles.labelWords}>{t('Take 1 capsule three times a day for 7 days')}</p>
        <p className={styles.labelSmall}>
          {t('Patient name')} · {date(today())}
        </p>
        <p className={`${styles.labelSmall} ${styles.labelNote}`}>{[clinic?.name, note].filter(Boolean).join(' · ')}</p>
      </div>
      <figcaption className="small t3 num">{t('{width} × {height} mm, actual size', { width, height })}</figcaption>
    </figure>
  )
}

type Settings = ResponseOf<typeof getPharmacySettings>

const valuesOf = (settings: Settings) => ({
  store: settings.store === null ? '' : String(settings.store),
  pay_first: settings.pay_first,
  valid_days: String(settings.valid_days),
  queue_days: String(settings.queue_days),
  refill_months: String(settings.refill_months),
  label_width: String(settings.label_width),
  label_height: String(settings.label_height),
  label_note: settings.label_note,
})
type Values = ReturnType<typeof valuesOf>

const bodyOf = (values: Values) => ({
  ...values,
  store: values.store === '' ? null : Number(values.store),
  valid_days: sentNumber(values.valid_days),
  queue_days: sentNumber(values.queue_days),
  refill_months: sentNumber(values.refill_months),
  label_width: sentNumber(values.label_width),
  label_height: sentNumber(values.label_height),
})

const SettingsForm = ({ settings }: { settings: Settings }) => {
  // The version that was opened here: news of another's change must not hide that it happened.
  const [version, setVersion] = useState(settings.version)
  const stores = useStores() ?? []
  const endpointForm = useEndpointForm(updatePharmacySettings, {
    initialValues: valuesOf(settings),
    version,
    draftKey: 'pharmacy-settings',
    toBody: bodyOf,
    onSaved: (now) => {
      setVersion(now.version)
      toast.done(t('Pharmacy settings saved.'))
    },
  })
  const { getInputProps, values, setFieldValue } = endpointForm.form
  const box = { inputMode: 'numeric', autoComplete: 'off', maxLength: 3 } as const
  return (
    <EndpointForm form={endpointForm} save={t('Save settings')} labels={{ label_note: t('Note on labels') }}>
      <FormSection title={t('Dispensing')}>
        <Select
          label={t('Default pharmacy')}
          description={t('Medicines are dispensed from here unless another pharmacy is chosen.')}
          placeholder={t('First active pharmacy')}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear') }}
          data={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...getInputProps('store')}
          value={values.store === '' ? null : values.store}
          onChange={(id) => setFieldValue('store', id ?? '')}
        />
        <TextInput
          label={t('Prescription valid for (days)')}
          description={t('Older prescriptions are not dispensed: the doctor must prescribe again.')}
          {...box}
          {...getInputProps('valid_days')}
        />
        <TextInput
          label={t('Kept in queue for (days)')}
          description={t('Older uncollected prescriptions leave the queue; a search still finds them.')}
          {...box}
          {...getInputProps('queue_days')}
        />
        <TextInput
          label={t('Refill requests within (months)')}
          description={t('For this long after a course has ended, patients can request it again on their own page.')}
          {...box}
          {...getInputProps('refill_months')}
        />
        <Checkbox
          className="span-all"
          label={t('Require payment before dispensing')}
          description={t('Users with permission to dispense before payment still can, with a reason.')}
          {...getInputProps('pay_first', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title={t('Labels')} sub={t('Label size in the printer, in millimetres')}>
        <TextInput label={t('Width (mm)')} description={t('40 to 150')} {...box} {...getInputProps('label_width')} />
        <TextInput label={t('Height (mm)')} description={t('25 to 150')} {...box} {...getInputProps('label_height')} />
        <TextInput
          className="span-all"
          label={t('Note on labels')}
          description={t('Printed on every label: a phone number, or a reminder to keep medicines away from children.')}
          maxLength={120}
          {...getInputProps('label_note')}
        />
        <LabelPreview width={sentNumber(values.label_width)} height={sentNumber(values.label_height)} note={values.label_note} />
      </FormSection>
    </EndpointForm>
  )
}

/** How the pharmacy works: whose shelf, when something may leave the counter, how large labels are. */
export const SettingsPage = () => {
  const settings = useQuery(query(getPharmacySettings, { query: {} }))
  return (
    <Page title={t('Pharmacy settings')} sub={t('Changes apply from now on')} narrow>
      <FourStates query={settings}>{(data) => <SettingsForm settings={data} />}</FourStates>
    </Page>
  )
}
