import { Checkbox, NativeSelect } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FormSection } from '#web/ui/page.tsx'
import { type getBackups, updateBackupSettings } from '../contract.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

/** Whether and when a backup is made by itself. */
export const NightlyForm = ({ of }: { of: ResponseOf<typeof getBackups> }) => {
  const labels = { is_nightly: t('Make a backup each night'), hour: t('At') }
  const f = useEndpointForm(updateBackupSettings, {
    version: of.version,
    initialValues: { is_nightly: of.is_nightly, hour: String(of.hour) },
    toBody: ({ is_nightly, hour }) => ({ is_nightly, hour: Number(hour) }),
    onSaved: () => toast.done(t('Saved')),
  })
  return (
    <EndpointForm of={f} save={t('Save')} isAside labels={labels}>
      <FormSection
        title={t('Nightly backup')}
        sub={t(
          'Each is verified by restoring it beside the clinic. Of those that are older, one stays of each of 7 days, 4 weeks and 12 months.',
        )}
      >
        <Checkbox label={labels.is_nightly} {...f.form.getInputProps('is_nightly', { type: 'checkbox' })} />
        <NativeSelect label={labels.hour} data={hours} {...f.form.getInputProps('hour')} />
      </FormSection>
    </EndpointForm>
  )
}
