import { Checkbox, Textarea, TextInput } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { type getBookingSettings, updateBookingSettings } from '#features/schedules/contract.ts'
import { settingsBody, settingsValues } from './settings-values.ts'
import { SpanField } from './span-field.tsx'

interface Props {
  settings: ResponseOf<typeof getBookingSettings>
  /** The version that was opened here: news of another's change must not hide that it happened. */
  version: number
  onSaved: (version: number) => void
}

/** How the public books. */
export const SettingsForm = ({ settings, version, onSaved }: Props) => {
  const saved = useEndpointForm(updateBookingSettings, {
    initialValues: settingsValues(settings),
    version,
    draftKey: 'booking-settings',
    toBody: settingsBody,
    boxesOf: settingsValues,
    onSaved: (now) => {
      onSaved(now.version)
      toast.done(t('Booking settings saved.'))
    },
  })
  const { getInputProps, values, setFieldValue } = saved.form
  const labels = {
    open: t('Page status'),
    notice_unit: `${t('Minimum notice')}: ${t('unit')}`,
    change_unit: `${t('Minimum notice of changes')}: ${t('unit')}`,
    min_notice_minutes: t('Minimum notice'),
    max_days_ahead: t('Days ahead'),
    change_until_minutes: t('Minimum notice of changes'),
    default_minutes: t('Default minutes'),
    confirms_itself: t('Confirmed automatically'),
    intro: t('Welcome text'),
    consent_text: t('Consent text'),
  }
  const isNewConsent = values.consent_text !== settings.consent_text
  return (
    <EndpointForm form={saved} save={t('Save settings')} labels={labels}>
      <FormSection title={t('Public booking')} sub={t('Patients can book public services in public sessions, without signing in.')}>
        <div>
          <ChoiceField
            label={t('Page status')}
            data={[
              { value: 'open', label: t('Open to the public') },
              { value: 'closed', label: t('Closed') },
            ]}
            value={values.open}
            onChange={(open) => setFieldValue('open', open)}
          />
        </div>
        <Checkbox
          className="self-centre"
          label={t('Confirm bookings automatically')}
          description={t('Otherwise the desk confirms each booking.')}
          {...getInputProps('confirms_itself', { type: 'checkbox' })}
        />
      </FormSection>
      <FormSection title={t('Times')}>
        <SpanField
          {...getInputProps('min_notice_minutes')}
          label={labels.min_notice_minutes}
          description={t('With less notice, patients call the desk.')}
          unit={values.notice_unit}
          onUnit={(unit) => setFieldValue('notice_unit', unit)}
        />
        <TextInput
          {...getInputProps('max_days_ahead')}
          label={labels.max_days_ahead}
          description={t('How far in advance patients can book online.')}
          inputMode="numeric"
          maxLength={3}
        />
        <SpanField
          {...getInputProps('change_until_minutes')}
          label={labels.change_until_minutes}
          description={t('For cancelling or moving by the link of the booking.')}
          unit={values.change_unit}
          onUnit={(unit) => setFieldValue('change_unit', unit)}
        />
        <TextInput
          {...getInputProps('default_minutes')}
          label={labels.default_minutes}
          description={t('Used if neither the service nor the session sets the minutes.')}
          inputMode="numeric"
          maxLength={3}
        />
      </FormSection>
      <FormSection title={t('Words')}>
        <Textarea
          className="span-all"
          label={labels.intro}
          description={t('Shown at the top of the page: where to come, what to bring, whom to call.')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          {...getInputProps('intro')}
        />
        <div className="span-all form-stack">
          <Textarea
            label={labels.consent_text}
            description={t('Patients accept this text, version {n}, before they book. Each booking keeps the text that was accepted.', {
              n: settings.consent_version,
            })}
            required
            autosize
            minRows={3}
            maxRows={10}
            maxLength={4000}
            {...getInputProps('consent_text')}
          />
          {isNewConsent && (
            <Note tone="waiting">
              {t('Saving creates version {n} of this text. Earlier consents keep the earlier text.', {
                n: settings.consent_version + 1,
              })}
            </Note>
          )}
        </div>
      </FormSection>
    </EndpointForm>
  )
}
