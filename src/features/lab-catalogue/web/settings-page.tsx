import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { sentNumber } from '#web/text/typed-number.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { FormSection, Page } from '#web/ui/page.tsx'
import { getLabSettings, updateLabSettings } from '../contract.ts'
import { date, today } from '#web/text/format.ts'
import styles from './lab-catalogue.module.css'

interface Props {
  /** In millimetres. */
  width: number
  height: number
}
const isSize = (value: number, least: number) => Number.isInteger(value) && value >= least && value <= 150

/** A sample's label as large as it will be, with an example on it; nothing while the size is none. */
const LabelPreview = ({ width, height }: Props) => {
  if (!isSize(width, 30) || !isSize(height, 15)) return null
  return (
    <figure className="span-all scroll-x">
      <div className={`stack clipped round-s outlined-strong ${styles.label} num`} style={{ width: `${width}mm`, height: `${height}mm` }}>
        <strong>{t('Patient name')}</strong>
        <span>{date(today())}</span>
        <span className={styles.labelBars} aria-hidden />
        <span>26-000123 · EDTA</span>
      </div>
      <figcaption className="small t3 num">{t('{width} × {height} mm, actual size', { width, height })}</figcaption>
    </figure>
  )
}

type Settings = ResponseOf<typeof getLabSettings>

const valuesOf = (settings: Settings) => ({
  approver_must_differ: settings.approver_must_differ,
  receive_on_collect: settings.receive_on_collect,
  pay_first: settings.pay_first,
  critical_minutes: String(settings.critical_minutes),
  label_width: String(settings.label_width),
  label_height: String(settings.label_height),
  portal_is_on: settings.portal_is_on,
  portal_delay_hours: String(settings.portal_delay_hours),
  report_note: settings.report_note,
})
const bodyOf = (values: ReturnType<typeof valuesOf>) => ({
  ...values,
  critical_minutes: sentNumber(values.critical_minutes),
  portal_delay_hours: sentNumber(values.portal_delay_hours),
  label_width: sentNumber(values.label_width),
  label_height: sentNumber(values.label_height),
})

const SettingsForm = ({ settings }: { settings: Settings }) => {
  // The version that was opened here: news of another's change must not hide that it happened.
  const [version, setVersion] = useState(settings.version)
  const endpointForm = useEndpointForm(updateLabSettings, {
    initialValues: valuesOf(settings),
    version,
    draftKey: 'lab-settings',
    toBody: bodyOf,
    onSaved: (now) => {
      setVersion(now.version)
      toast.done(t('Laboratory settings saved.'))
    },
  })
  const { getInputProps, values } = endpointForm.form
  const box = { inputMode: 'numeric', autoComplete: 'off', maxLength: 4 } as const
  return (
    <EndpointForm form={endpointForm} save={t('Save settings')} labels={{ report_note: t('Note on every report') }}>
      <FormSection title={t('Laboratory workflow')}>
        <Checkbox
          className="span-all"
          label={t('Results must be approved by a user who did not enter them')}
          description={t('Switch off only where one technologist works alone in the laboratory. The change is recorded in the audit log.')}
          {...getInputProps('approver_must_differ', { type: 'checkbox' })}
        />
        <Checkbox
          className="span-all"
          label={t('Samples are collected in the laboratory')}
          description={t('Collected samples then count as received; no separate receipt.')}
          {...getInputProps('receive_on_collect', { type: 'checkbox' })}
        />
        <Checkbox
          className="span-all"
          label={t('Samples are collected after payment')}
          description={t('Collecting an unpaid sample requires permission and a reason.')}
          {...getInputProps('pay_first', { type: 'checkbox' })}
        />
        <TextInput
          label={t('Remind of critical values after (minutes)')}
          description={t('Critical values not yet notified are shown again.')}
          {...box}
          {...getInputProps('critical_minutes')}
        />
      </FormSection>
      <FormSection title={t('For patients')}>
        <Checkbox
          className="span-all"
          label={t('Patients see released results in the portal')}
          description={
            values.portal_is_on
              ? t('Approved results, except critical values not yet notified and tests given in person.')
              : t('Review the tests first: those given in person are marked in the catalogue. All earlier results are shown, too.')
          }
          {...getInputProps('portal_is_on', { type: 'checkbox' })}
        />
        <TextInput
          label={t('Shown to patients after (hours)')}
          description={t('Until then only the doctor sees an approved result. 0: shown at once.')}
          {...box}
          {...getInputProps('portal_delay_hours')}
        />
      </FormSection>
      <FormSection title={t('Labels')} sub={t('Label size in the printer, in millimetres')}>
        <TextInput label={t('Width (mm)')} description={t('30 to 150')} {...box} {...getInputProps('label_width')} />
        <TextInput label={t('Height (mm)')} description={t('15 to 150')} {...box} {...getInputProps('label_height')} />
        <LabelPreview width={sentNumber(values.label_width)} height={sentNumber(values.label_height)} />
      </FormSection>
      <FormSection title={t('Reports')}>
        <Textarea
          className="span-all"
          label={t('Note on every report')}
          description={t('Accreditation, contact, how long samples are kept.')}
          maxLength={500}
          autosize
          minRows={3}
          {...getInputProps('report_note')}
        />
      </FormSection>
    </EndpointForm>
  )
}

/** How the laboratory works: who approves, where samples are taken, when critical values are shown anew, how large labels are. */
export const SettingsPage = () => {
  const settings = useQuery(query(getLabSettings, { query: {} }))
  return (
    <Page title={t('Laboratory settings')} sub={t('Changes apply from now on')} narrow>
      <FourStates query={settings}>{(data) => <SettingsForm settings={data} />}</FourStates>
    </Page>
  )
}
