import { Checkbox, NativeSelect } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { date } from '#web/text/format.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { type getEndOfDay, updateEndOfDaySettings } from '../contract-end-of-day.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

/** Whether and when the program closes by itself what was left open. */
export const EndOfDayForm = ({ settings }: { settings: ResponseOf<typeof getEndOfDay>['settings'] }) => {
  const labels = { is_on: t('Close visits left open each night'), hour: t('At') }
  const f = useEndpointForm(updateEndOfDaySettings, {
    version: settings.version,
    initialValues: { is_on: settings.is_on, hour: String(settings.hour) },
    toBody: ({ is_on, hour }) => ({ is_on, hour: Number(hour) }),
    onSaved: () => toast.done(t('Saved')),
  })
  return (
    <EndpointForm of={f} save={t('Save')} isAside labels={labels}>
      <FormSection
        title={t('Every night')}
        sub={
          <>
            {t('Closes visits that need no decision. Visits with pending results or unsigned notes, and inpatients, stay open.')}{' '}
            {settings.last_run_on && <span className="num">{t('Last run: {{day}}', { day: date(settings.last_run_on) })}</span>}
          </>
        }
      >
        <Checkbox label={labels.is_on} {...f.form.getInputProps('is_on', { type: 'checkbox' })} />
        <NativeSelect label={labels.hour} data={hours} {...f.form.getInputProps('hour')} />
      </FormSection>
    </EndpointForm>
  )
}
