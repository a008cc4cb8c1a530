import { Modal } from '@mantine/core'
import { updateRange, type SentRange as ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import { today } from '#web/text/format.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { agesText, limitsText, whoText } from './range-labels.ts'

/** Ends a range: results before that day keep it. */
export const EndDialog = ({ range, onClose }: { range: ReferenceRange; onClose: () => void }) => {
  const endpointForm = useEndpointForm(updateRange, {
    isAction: true,
    initialValues: { valid_until: range.valid_until ?? today() },
    params: { id: range.id },
    version: range.version,
    onSaved: () => {
      toast.done(t('Range saved.'))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('End range')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('End range')} onCancel={onClose}>
        <p className="num">
          <span className="strong">{whoText(range)}</span> · {agesText(range.age_from_days, range.age_to_days)} ·{' '}
          {limitsText(range.low, range.high) || range.text}
        </p>
        <DateField
          label={t('Valid until')}
          description={t('Samples from this day on are compared with another range. Reported results stay unchanged.')}
          required
          data-autofocus
          {...endpointForm.form.getInputProps('valid_until')}
        />
      </EndpointForm>
    </Modal>
  )
}
