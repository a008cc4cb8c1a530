import { Modal, Textarea, TextInput } from '@mantine/core'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { enterControlResult } from '#features/analysers/contract-controls.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { clinicZone, today } from '#web/text/format.ts'
import { instantText } from '#web/text/instant-text.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import type { Control } from '../analyser-types.ts'
import { ruleWord } from '../labels.tsx'
import styles from '../lists.module.css'

/** Enters a measurement of a control by hand; it is judged with those before it. */
export const ControlResultDialog = ({ control, onClose }: { control: Control; onClose: () => void }) => {
  const endpointForm = useEndpointForm(enterControlResult, {
    initialValues: { result: '', measured_at: '', at: '', note: '' },
    params: { id: control.id },
    toBody: ({ at, measured_at: day, ...typed }) => ({
      ...typed,
      measured_at: day || at ? instantText(day || today(), at, clinicZone()) : undefined,
    }),
    onSaved: ({ result, outcome, broken }) => {
      if (outcome === 'accepted') toast.done(t('{value} entered: accepted.', { value: result }))
      else toast.failed(t('{value} entered: {rules}', { value: result, rules: broken.map(ruleWord).join('; ') }))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`${control.test_panel_name} · ${control.level}`} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('Enter value')} onCancel={onClose}>
        <TextInput
          label={t('Measured value')}
          description={t('Mean {mean}, SD {sd} {unit}', { mean: control.mean, sd: control.sd, unit: unitText(control.unit) }).trim()}
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          classNames={{ input: 'num' }}
          data-autofocus
          {...endpointForm.form.getInputProps('result')}
        />
        <div className={`grid items-start gap-5-6 ${styles.grid}`}>
          <DateField
            label={t('Measured on')}
            description={t('Leave empty if measured now')}
            {...endpointForm.form.getInputProps('measured_at')}
          />
          <TimeField label={t('Time')} {...endpointForm.form.getInputProps('at')} />
        </div>
        <Textarea
          label={t('Note')}
          description={t('For example, a new reagent.')}
          maxLength={300}
          autosize
          {...endpointForm.form.getInputProps('note')}
        />
      </EndpointForm>
    </Modal>
  )
}
