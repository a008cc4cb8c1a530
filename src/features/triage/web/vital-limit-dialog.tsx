import { Checkbox, Modal, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { updateVitalLimit } from '../contract.ts'
import type { MeasureKey } from '../measures.ts'
import { ageRange } from './age-range.ts'
import type { LimitRow } from './triage-settings-page.tsx'
import { measureWord } from './triage-labels.ts'
import { figure } from './vitals-values.ts'

const bounds = ['low_critical', 'low', 'high', 'high_critical'] as const

/** One limit: its four bounds, where they come from, and who stands for them. */
export const VitalLimitDialog = ({ limit, onClose }: { limit: LimitRow; onClose: () => void }) => {
  const f = useEndpointForm(updateVitalLimit, {
    params: { id: limit.id },
    version: limit.version,
    initialValues: {
      low_critical: figure(limit.low_critical),
      low: figure(limit.low),
      high: figure(limit.high),
      high_critical: figure(limit.high_critical),
      confirmed: limit.confirmed_at !== null,
    },
    onSaved: () => {
      toast.done(t('Saved'))
      onClose()
    },
  })
  const labels = { low_critical: t('Critical at or below'), low: t('Low below'), high: t('High above'), high_critical: t('Critical from') }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${measureWord(limit.measure as MeasureKey)}, ${ageRange(limit)}`}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <EndpointForm form={f} save={t('Save')} onCancel={onClose} labels={labels}>
        <div className="section-grid">
          {bounds.map((key, at) => (
            <TextInput
              key={key}
              label={labels[key]}
              inputMode="decimal"
              maxLength={8}
              data-autofocus={at === 0 || undefined}
              {...f.form.getInputProps(key)}
            />
          ))}
        </div>
        <p className="small t3">{t('Source: {source}', { source: limit.source })}</p>
        <Checkbox label={t('I confirm this for our clinic')} {...f.form.getInputProps('confirmed', { type: 'checkbox' })} />
      </EndpointForm>
    </Modal>
  )
}
