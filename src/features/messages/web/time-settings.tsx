import { TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { updateMessageSettings } from '../contract.ts'
import { SettingsPanel, type Settings } from './settings-panel.tsx'

const hoursIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)

const hoursText = ({ reminder_hours }: Settings) => ({ reminder_hours: reminder_hours.join(', ') })

const TimesForm = ({ settings }: { settings: Settings }) => {
  const labels = { quiet_from: t('Quiet from'), quiet_to: t('Quiet until'), reminder_hours: t('Reminder times (hours before)') }
  const f = useEndpointForm(updateMessageSettings, {
    version: settings.version,
    initialValues: { quiet_from: settings.quiet_from, quiet_to: settings.quiet_to, ...hoursText(settings) },
    boxesOf: hoursText,
    toBody: (values) => ({ ...values, reminder_hours: hoursIn(values.reminder_hours) }),
    onSaved: () => toast.done(t('Saved')),
  })
  return (
    <EndpointForm form={f} save={t('Save')} labels={labels}>
      <FormSection
        title={t('Quiet hours')}
        sub={t('Reminders and news wait until quiet hours end; replies to a patient’s own action on the page are sent at once.')}
      >
        <TimeField label={labels.quiet_from} {...f.form.getInputProps('quiet_from')} />
        <TimeField label={labels.quiet_to} {...f.form.getInputProps('quiet_to')} />
      </FormSection>
      <FormSection title={t('Reminders')} sub={t('Up to five, such as 24, 2. Leave empty for none.')}>
        <TextInput label={labels.reminder_hours} inputMode="numeric" {...f.form.getInputProps('reminder_hours')} />
      </FormSection>
    </EndpointForm>
  )
}

/** When messages are sent. */
export const TimeSettings = () => <SettingsPanel>{(settings) => <TimesForm settings={settings} />}</SettingsPanel>
